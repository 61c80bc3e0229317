// No tiles, only a count: who won, how, and how many tai. All on one screen, with what it will pay.

import type { JSX } from "preact";
import type { ApiFailure } from "../api.ts";
import { useSpeech } from "../i18n/index.ts";
import { Payments } from "../parts/payments.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { WinForm } from "../parts/winform.tsx";
import type { RuleSets } from "../rulesets.ts";
import type { Facts, Table } from "../win.ts";
import { isSaid } from "../win.ts";
import type { AtTable } from "../work.tsx";
import { Beside } from "../work.tsx";

export interface BareProps {
  tai: number;
  facts: Facts;
  table: Table;
  ruleSets: RuleSets;
  atTable: AtTable;
  refused: ApiFailure | null;
  confirming: boolean;
  onTai: (tai: number) => void;
  onFacts: (facts: Facts) => void;
  onConfirm: () => void;
}

const MOST = 999;
const KEYS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12];

export function Bare({ tai, facts, table, ruleSets, atTable, refused, confirming, onTai, onFacts, onConfirm }: BareProps): JSX.Element {
  const { t } = useSpeech();
  const said = isSaid(facts);
  const rules = ruleSets.all.find((each) => each.id === table.rules);
  const unit = rules?.unit ?? "tai";
  return (
    <main class="form-screen bare">
      <div class="scroll">
        <h2 tabIndex={-1}>{t("win.title")}</h2>
        <Beside {...atTable} />
        <WinForm facts={facts} books={atTable.books} table={table} ruleSets={ruleSets} flowers={8} onFacts={onFacts} onTable={() => undefined} events={false}>
          <section class="choice" role="group" aria-label={t("bare.how_many")}>
            <h3>{t("bare.how_many")}</h3>
            <div class="tai-keys">
              {KEYS.map((each) => (
                <button type="button" class="choose" key={each} aria-pressed={tai === each} data-tai={each} onClick={() => onTai(each)}>{each}</button>
              ))}
            </div>
            <div class="streak bare-count" role="group" aria-label={t("bare.how_many")}>
              <div>
                <button type="button" aria-label={t("bare.less")} disabled={tai === 0} onClick={() => onTai(tai - 1)}>−</button>
                <output>{t(`${unit}.n`, { n: tai })}</output>
                <button type="button" aria-label={t("bare.more")} disabled={tai === MOST} onClick={() => onTai(tai + 1)}>+</button>
              </div>
            </div>
            <p class="fine">{t("bare.what")}</p>
          </section>
        </WinForm>
        {said && atTable.payments && <Payments {...atTable.payments} />}
        {said && atTable.error && <Trouble error={atTable.error} />}
        {refused && <Trouble error={refused} />}
        {atTable.another && said && <button type="button" class="plain" data-do="another" onClick={atTable.onAnother}>{t("win.another")}</button>}
      </div>
      <footer class="bar">
        <p class="bar-total"><b>{tai}</b> <span>{t(unit)}</span></p>
        <button type="button" class="primary confirm" disabled={!said || confirming || (atTable.error !== null && !atTable.error.passing)} onClick={onConfirm}>
          {t(!said ? "confirm.first" : confirming ? "confirming" : "confirm")}
        </button>
      </footer>
    </main>
  );
}
