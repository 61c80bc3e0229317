// Open a table: who plays, where they sit (drawn or chosen), by which rules, for how much. What was so last time is chosen.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ApiFailure, newKey, openTable } from "../api.ts";
import type { SessionBody } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import type { Membership } from "../me.ts";
import { Pick, TextField } from "../parts/form.tsx";
import { NumberField } from "../parts/number.tsx";
import { Rules } from "../parts/rules.tsx";
import { Seating } from "../parts/seating.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { go } from "../route.ts";
import type { RuleSets } from "../rulesets.ts";
import { load, save } from "../store.ts";
import type { Table } from "../win.ts";
import { versionOf } from "../win.ts";

export interface OpenProps {
  me: Membership;
  club: string;
  /** Names of the club's list, the latest players first. */
  known: readonly string[];
  table: Table;
  ruleSets: RuleSets;
  onTable: (table: Table) => void;
}

interface Sitting {
  names: string[];
  order: number[];
  drawn: boolean;
  chips: number;
  title: string;
  /** Which of them holds this phone. */
  own: number | null;
}

const MOST = 1_000_000;
const NEW: Sitting = { names: ["", "", "", ""], order: [0, 1, 2, 3], drawn: false, chips: 0, title: "", own: null };

const seated = ([a = "", b = "", c = "", d = ""]: readonly string[]): SessionBody["players"] => [{ name: a }, { name: b }, { name: c }, { name: d }];

export function Open({ me, club, known, table, ruleSets, onTable }: OpenProps): JSX.Element {
  const { t } = useSpeech();
  const [sitting, setSitting] = useState<Sitting>(() => ({ ...NEW, ...load<Partial<Sitting>>(`sitting.${club}`, {}), drawn: false }));
  const [key, setKey] = useState(newKey);
  const [error, setError] = useState<ApiFailure | null>(null);
  const [opening, setOpening] = useState(false);
  const rules = ruleSets.all.find((each) => each.id === table.rules);
  const names = sitting.names.map((name) => name.trim());
  const missing = names.filter((name) => !name).length;
  const twice = new Set(names.filter(Boolean).map((name) => name.normalize("NFKC").toLowerCase())).size + missing < names.length;
  const change = (part: Partial<Sitting>): void => {
    setSitting((now) => ({ ...now, ...part }));
    setKey(newKey());
  };
  const free = known.filter((name) => !names.includes(name));

  const open = async (): Promise<void> => {
    setOpening(true);
    setError(null);
    try {
      const own = sitting.own === null ? "" : names[sitting.own] ?? "";
      const { id, players } = await openTable(club, {
        title: sitting.title.trim(),
        players: seated(sitting.order.map((player) => names[player] ?? "")),
        seats: sitting.drawn ? "drawn" : "chosen",
        terms: { rules: table.rules, ...versionOf(rules), options: { ...table.options }, base: table.base, per_tai: table.perTai },
        chips: sitting.chips,
      }, key);
      save(`sitting.${club}`, { ...sitting, title: "" });
      await me.sitAs(own, players.find((each) => each.name === own)?.id ?? null);
      go({ screen: "table", id });
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setError(failure);
    } finally {
      setOpening(false);
    }
  };

  return (
    <main class="form-screen open">
      <div class="scroll">
        <h1>{t("open.title")}</h1>
        <section class="choice" aria-label={t("open.players")}>
          <h3>{t("open.players")}</h3>
          <div class="players">
            {sitting.names.map((name, at) => (
              <TextField
                key={at}
                label={t("open.player", { n: at + 1 })}
                name={`player-${at}`}
                value={name}
                most={40}
                list="known-players"
                onValue={(value) => change({ names: sitting.names.map((each, n) => (n === at ? value : each)) })}
              />
            ))}
          </div>
          <datalist id="known-players">{free.map((name) => <option key={name} value={name} />)}</datalist>
          {missing > 0 && free.length > 0 && (
            <div class="chips">
              {free.slice(0, 8).map((name) => (
                <button type="button" class="chip" key={name} onClick={() => {
                  const at = names.findIndex((each) => !each);
                  change({ names: sitting.names.map((each, n) => (n === at ? name : each)) });
                }}>{name}</button>
              ))}
            </div>
          )}
          {twice && <p class="note">{t("open.twice")}</p>}
        </section>
        {missing < 4 && (
          <section class="choice" role="group" aria-label={t("open.own")}>
            <h3>{t("open.own")}</h3>
            <div class="picks">
              {names.map((name, at) => name && (
                <Pick key={at} on={sitting.own === at} onPick={() => change({ own: sitting.own === at ? null : at })} kind="seat named" data={`own-${at}`}><b>{name}</b></Pick>
              ))}
            </div>
          </section>
        )}
        <section class="choice" aria-label={t("open.seats")}>
          <h3>{t("open.seats")}</h3>
          <Seating names={names} order={sitting.order} drawn={sitting.drawn} onOrder={(order) => change({ order })} onDrawn={(drawn) => change({ drawn })} />
        </section>
        <section class="choice" aria-label={t("open.terms")}>
          <h3>{t("open.terms")}</h3>
          <div class="facts">
            <NumberField label={t("win.base")} value={table.base} most={MOST} onValue={(base) => (onTable({ ...table, base }), setKey(newKey()))} />
            <NumberField label={t("win.per_tai")} value={table.perTai} most={MOST} onValue={(perTai) => (onTable({ ...table, perTai }), setKey(newKey()))} />
            <NumberField label={t("open.chips")} value={sitting.chips} most={MOST} onValue={(chips) => change({ chips })} />
          </div>
          <Rules table={table} ruleSets={ruleSets} onTable={(next) => (onTable(next), setKey(newKey()))} />
        </section>
        <TextField label={t("open.name")} name="title" value={sitting.title} onValue={(title) => change({ title })} hint={t("open.name.hint")} />
        {error && <Trouble error={error} />}
      </div>
      <footer class="bar">
        <button type="button" class="primary open-table" disabled={missing > 0 || twice || opening} onClick={() => void open()}>
          {t(missing > 0 ? "open.first_names" : opening ? "confirming" : "open.go")}
        </button>
      </footer>
    </main>
  );
}
