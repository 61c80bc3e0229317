// "How?": who won, from whom, and what a photo can't show. Seat, round, dealer and streak stand there, filled in.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { Seat } from "../documents.ts";
import { SEATS } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import type { RuleSets } from "../rulesets.ts";
import type { Facts, How, Round, Table } from "../win.ts";
import { rounds, withSeat } from "../win.ts";
import { NumberField } from "./number.tsx";
import { Rules } from "./rules.tsx";

export interface WinFormProps {
  facts: Facts;
  table: Table;
  ruleSets: RuleSets;
  flowers: number;
  onFacts: (facts: Facts) => void;
  onTable: (table: Table) => void;
}

/** From seven flowers on a hand may win by them (七搶一, 八仙過海). */
const FLOWER_WIN = 7;

export function WinForm(props: WinFormProps): JSX.Element {
  const { facts, table, onFacts } = props;
  const { t } = useSpeech();
  const seat = (each: Seat): string => t(`seat.${each}`);
  const how = (each: How): void => onFacts({ ...facts, how: each, robbed: each === "flowers" ? facts.robbed : null });
  const others = SEATS.filter((each) => each !== facts.seat);
  return (
    <div class="win">
      <Choice title={t("win.who")}>
        {SEATS.map((each) => (
          <Pick key={each} on={facts.seat === each} onPick={() => onFacts(withSeat(facts, each))} kind="seat" data={`who-${each}`}>
            <b>{seat(each)}</b>
            {table.dealer === each && <small>{t("seat.dealer")}</small>}
          </Pick>
        ))}
      </Choice>
      <Choice title={t("win.how")} kind={facts.seat ? "how" : "how open"}>
        <Pick on={facts.how === "self_draw"} onPick={() => how("self_draw")} data="how-self_draw">{t("win.self_draw")}</Pick>
        {others.map((each) => (
          <Pick key={each} on={facts.how === each} onPick={() => how(each)} data={`how-${each}`}>{t("win.from", { seat: seat(each) })}</Pick>
        ))}
        {(props.flowers >= FLOWER_WIN || facts.how === "flowers") && (
          <Pick on={facts.how === "flowers"} onPick={() => how("flowers")} data="how-flowers">{t("win.flowers")}</Pick>
        )}
      </Choice>
      {facts.how === "flowers" && (
        <Choice title={t("win.flowers.from")}>
          <Pick on={facts.robbed === null} onPick={() => onFacts({ ...facts, robbed: null })}>{t("win.flowers.nobody")}</Pick>
          {others.map((each) => (
            <Pick key={each} on={facts.robbed === each} onPick={() => onFacts({ ...facts, robbed: each })}>{seat(each)}</Pick>
          ))}
        </Choice>
      )}
      <Events {...props} />
      <AtTable {...props} />
    </div>
  );
}

function Events({ facts, table, ruleSets, onFacts }: WinFormProps): JSX.Element | null {
  const { t, named } = useSpeech();
  const [more, setMore] = useState(false);
  const events = ruleSets.all.find((each) => each.id === table.rules)?.events ?? [];
  if (!events.length) return null;
  const shown = events.filter((event) => more || event.common || facts.events.includes(event.id));
  const flip = (id: string): void => {
    const on = facts.events.includes(id);
    onFacts({ ...facts, events: on ? facts.events.filter((each) => each !== id) : [...facts.events, id] });
  };
  return (
    <section class="choice" aria-label={t("win.events")}>
      <h3>{t("win.events")}</h3>
      <div class="chips">
        {shown.map((event) => (
          <button
            type="button"
            class="chip"
            key={event.id}
            data-event={event.id}
            aria-pressed={facts.events.includes(event.id)}
            onClick={() => flip(event.id)}
          >
            {named(event.names, event.id)}
          </button>
        ))}
        {events.some((event) => !event.common) && (
          <button type="button" class="chip more" aria-expanded={more} onClick={() => setMore(!more)}>
            {t(more ? "win.less" : "win.more")}
          </button>
        )}
      </div>
    </section>
  );
}

function AtTable({ table, ruleSets, onTable }: WinFormProps): JSX.Element {
  const { t } = useSpeech();
  const seats = SEATS.map((each) => <option key={each} value={each}>{t(`seat.${each}`)}</option>);
  return (
    <section class="choice table" aria-label={t("win.table")}>
      <h3>{t("win.table")}</h3>
      <div class="facts">
        <label>
          <span>{t("win.round")}</span>
          <select value={table.round} onChange={(event) => onTable({ ...table, round: event.currentTarget.value as Round })}>
            {rounds(table).map((each) => <option key={each} value={each}>{t(`round.${each}`)}</option>)}
          </select>
        </label>
        <label>
          <span>{t("win.dealer")}</span>
          <select value={table.dealer} onChange={(event) => onTable({ ...table, dealer: event.currentTarget.value as Seat })}>{seats}</select>
        </label>
        <div class="streak" role="group" aria-label={t("win.streak")}>
          <span>{t("win.streak")}</span>
          <div>
            <button type="button" aria-label={t("win.streak.less")} disabled={table.streak === 0} onClick={() => onTable({ ...table, streak: table.streak - 1 })}>−</button>
            <output>{table.streak}</output>
            <button type="button" aria-label={t("win.streak.more")} onClick={() => onTable({ ...table, streak: table.streak + 1 })}>+</button>
          </div>
        </div>
        <NumberField label={t("win.base")} value={table.base} most={MOST} onValue={(base) => onTable({ ...table, base })} />
        <NumberField label={t("win.per_tai")} value={table.perTai} most={MOST} onValue={(perTai) => onTable({ ...table, perTai })} />
      </div>
      <Rules table={table} ruleSets={ruleSets} onTable={onTable} />
    </section>
  );
}

const MOST = 1_000_000;

function Choice({ title, kind = "", children }: { title: string; kind?: string; children: ComponentChildren }): JSX.Element {
  return (
    <section class={`choice ${kind}`} role="group" aria-label={title}>
      <h3>{title}</h3>
      <div class="picks">{children}</div>
    </section>
  );
}

interface PickProps {
  on: boolean;
  onPick: () => void;
  kind?: string;
  data?: string;
  children: ComponentChildren;
}

function Pick({ on, onPick, kind = "", data, children }: PickProps): JSX.Element {
  return <button type="button" class={`choose ${kind}`} aria-pressed={on} data-choice={data} onClick={onPick}>{children}</button>;
}
