// Where the rules are chosen: the rule set, its options, what counts, and the club's own.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { RuleSet } from "../documents.ts";
import type { Key } from "../i18n/index.ts";
import { useSpeech } from "../i18n/index.ts";
import type { RuleSets } from "../rulesets.ts";
import type { Table } from "../win.ts";
import { atRules } from "../win.ts";
import { Dialog } from "./dialog.tsx";
import { House } from "./house.tsx";
import { Options } from "./options.tsx";
import { Rulebook } from "./rulebook.tsx";

export interface RulesProps {
  table: Table;
  ruleSets: RuleSets;
  onTable: (table: Table) => void;
}

type Leaf = "options" | "rulebook" | "house";
const LEAVES: readonly Leaf[] = ["options", "rulebook", "house"];
const TITLES: Record<Leaf, Key> = { options: "rules.options", rulebook: "rules.rulebook", house: "rules.house" };

export function Rules(props: RulesProps): JSX.Element {
  const { t } = useSpeech();
  const [leaf, setLeaf] = useState<Leaf | null>(null);
  const changed = Object.keys(props.table.options).length;
  return (
    <div class="rules">
      <div class="facts"><RulesSelect {...props} /></div>
      <div class="chips">
        {LEAVES.map((each) => (
          <button type="button" class="chip" key={each} data-leaf={each} aria-haspopup="dialog" onClick={() => setLeaf(each)}>
            {t(TITLES[each])}
            {each === "options" && changed > 0 && <b class="changed-count">{t("options.changed", { n: changed })}</b>}
          </button>
        ))}
      </div>
      {leaf && <RulesDialog {...props} leaf={leaf} onLeaf={setLeaf} onClose={() => setLeaf(null)} />}
    </div>
  );
}

function RulesSelect({ table, ruleSets, onTable }: RulesProps): JSX.Element {
  const { t, named } = useSpeech();
  const choose = (id: string): void => onTable(atRules(table, ruleSets.all.find((each) => each.id === id)));
  const gone = ruleSets.all.length > 0 && !ruleSets.all.some((each) => each.id === table.rules);
  return (
    <label>
      <span>{t("win.rules")}</span>
      <select value={table.rules} onChange={(event) => choose(event.currentTarget.value)}>
        {gone && <option value={table.rules}>{t("rules.gone", { id: table.rules })}</option>}
        {ruleSets.all.map((each) => <option key={each.id} value={each.id}>{named(each.names, each.id)}</option>)}
      </select>
    </label>
  );
}

interface RulesDialogProps extends RulesProps {
  leaf: Leaf;
  onLeaf: (leaf: Leaf) => void;
  onClose: () => void;
}

function RulesDialog(props: RulesDialogProps): JSX.Element {
  const { table, ruleSets, onTable, leaf, onLeaf, onClose } = props;
  const { t } = useSpeech();
  const rules = ruleSets.all.find((each) => each.id === table.rules);
  const { refresh } = ruleSets;
  useEffect(refresh, [refresh]);
  const choose = (next: RuleSet): void => onTable(atRules(table, next));
  return (
    <Dialog title={t("rules.title")} kind="rules-dialog" onClose={onClose}>
      <div class="facts"><RulesSelect {...props} /></div>
      {rules && (
        <p class="fine">
          {rules.house && rules.extends ? t("rules.own", { base: rules.extends, id: rules.id, version: rules.version }) : t("rules.version", { id: rules.id, version: rules.version })}
        </p>
      )}
      <div class="leaf" role="region" aria-label={t(TITLES[leaf])} tabIndex={0}>
        {leaf === "options" && rules && <Options rules={rules} chosen={table.options} onChoose={(options) => onTable(atRules({ ...table, options }, rules))} />}
        {leaf === "rulebook" && rules && <Rulebook rules={rules} club={ruleSets.club} />}
        {leaf === "house" && <House ruleSets={ruleSets} chosen={rules} onChoose={choose} />}
      </div>
      <nav class="steps leaves" aria-label={t("rules.title")}>
        {LEAVES.map((each) => (
          <button type="button" key={each} data-leaf={each} aria-current={leaf === each ? "true" : undefined} onClick={() => onLeaf(each)}>{t(TITLES[each])}</button>
        ))}
      </nav>
    </Dialog>
  );
}
