// "How?": who won, from whom, and what a photo can't show. Seat, round, dealer and streak stand there, filled in.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { Seat } from "../documents.ts";
import { SEATS } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import type { RuleSets } from "../rulesets.ts";
import type { Facts, How, Round, Table } from "../win.ts";
import { isSeat, rounds, windOf, withSeat } from "../win.ts";
import { usePlayer } from "../who.ts";
import { CalledSets } from "./called.tsx";
import { Choice, Pick } from "./form.tsx";
import { NumberField } from "./number.tsx";
import { Rules } from "./rules.tsx";

/** What the books know and ask at a table whose books are kept. */
export interface AtBooks {
  /** Whether seats are counted from the opened wall, which the books can't know. */
  opened: boolean;
  /** Whether somebody may have to pay a self-draw alone. */
  liability: boolean;
  /** The sets of the hand that may have been called from somebody. */
  sets: readonly string[];
  /** Who else wins the same tile. */
  beside: readonly Seat[];
}

export interface WinFormProps {
  facts: Facts;
  books: AtBooks | null;
  table: Table;
  ruleSets: RuleSets;
  flowers: number;
  /** Whether what a photo can't show matters: a bare count has it in it. */
  events?: boolean;
  /** What stands between the win and what the books know. */
  children?: ComponentChildren;
  onFacts: (facts: Facts) => void;
  onTable: (table: Table) => void;
}

/** From seven flowers on a hand may win by them (七搶一, 八仙過海). */
const FLOWER_WIN = 7;

export function WinForm(props: WinFormProps): JSX.Element {
  const { facts, table, onFacts } = props;
  const { t } = useSpeech();
  const seat = usePlayer();
  const { books } = props;
  const how = (each: How): void =>
    onFacts({ ...facts, how: each, robbed: each === "flowers" ? facts.robbed : null, liable: each === "self_draw" ? facts.liable : null });
  const others = SEATS.filter((each) => each !== facts.seat);
  const free = SEATS.filter((each) => !books?.beside.includes(each) && !(books?.beside.length && each === facts.how));
  /** Who wins beside another wins the same tile. */
  const settled = (books?.beside.length ?? 0) > 0 && isSeat(facts.how);
  return (
    <div class="win">
      <Choice title={t("win.who")}>
        {free.map((each) => (
          <Pick key={each} on={facts.seat === each} onPick={() => onFacts(withSeat(facts, each))} kind={books ? "seat named" : "seat"} data={`who-${each}`}>
            <b>{seat(each)}</b>
            {(books !== null || table.dealer === each) && (
              <small>
                {books && `${t(`wind.${windOf(table, each)}`)} `}
                {table.dealer === each && <span class={books ? "dealer-dot" : ""}>{t("seat.dealer")}</span>}
              </small>
            )}
          </Pick>
        ))}
      </Choice>
      {settled ? <p class="note">{t("win.same_tile", { from: isSeat(facts.how) ? seat(facts.how) : "" })}</p> : (
      <Choice title={t("win.how")} kind={facts.seat ? "how" : "how open"}>
        <Pick on={facts.how === "self_draw"} onPick={() => how("self_draw")} data="how-self_draw">{t("win.self_draw")}</Pick>
        {others.map((each) => (
          <Pick key={each} on={facts.how === each} onPick={() => how(each)} data={`how-${each}`}>{t("win.from", { seat: seat(each) })}</Pick>
        ))}
        {(props.flowers >= FLOWER_WIN || facts.how === "flowers") && (
          <Pick on={facts.how === "flowers"} onPick={() => how("flowers")} data="how-flowers">{t("win.flowers")}</Pick>
        )}
      </Choice>
      )}
      {facts.how === "flowers" && (
        <Choice title={t("win.flowers.from")}>
          <Pick on={facts.robbed === null} onPick={() => onFacts({ ...facts, robbed: null })}>{t("win.flowers.nobody")}</Pick>
          {others.map((each) => (
            <Pick key={each} on={facts.robbed === each} onPick={() => onFacts({ ...facts, robbed: each })}>{seat(each)}</Pick>
          ))}
        </Choice>
      )}
      {books?.liability && facts.how === "self_draw" && (
        <Choice title={t("win.liable")} kind="liable">
          <Pick on={!facts.liable} onPick={() => onFacts({ ...facts, liable: null })} data="liable-nobody">{t("win.liable.nobody")}</Pick>
          {others.map((each) => (
            <Pick key={each} on={facts.liable === each} onPick={() => onFacts({ ...facts, liable: each })} data={`liable-${each}`}>{seat(each)}</Pick>
          ))}
        </Choice>
      )}
      {books?.liability && facts.how === "self_draw" && facts.seat && !facts.liable && books.sets.length > 0 && (
        <CalledSets sets={books.sets} calls={facts.calls ?? []} winner={facts.seat} onCalls={(calls) => onFacts({ ...facts, calls })} />
      )}
      {props.events !== false && <Events {...props} />}
      {props.children}
      {books?.opened && (
        <details class="fold opened">
          <summary>{t("win.opened")} <b>{seat(facts.opened ?? table.dealer)}</b></summary>
          <div class="picks">
            {SEATS.map((each) => (
              <Pick key={each} on={(facts.opened ?? table.dealer) === each} onPick={() => onFacts({ ...facts, opened: each })} data={`opened-${each}`}>{seat(each)}</Pick>
            ))}
          </div>
        </details>
      )}
      {books ? <Known table={table} ruleSets={props.ruleSets} /> : <AtTable {...props} />}
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

/** What the books have filled in. */
function Known({ table, ruleSets }: { table: Table; ruleSets: RuleSets }): JSX.Element {
  const { t, named } = useSpeech();
  const seat = usePlayer();
  const rules = ruleSets.all.find((each) => each.id === table.rules);
  return (
    <p class="fine known">
      {t("win.known", {
        round: t(`round.${table.round}`),
        dealer: seat(table.dealer),
        streak: table.streak,
        base: table.base,
        per_tai: table.perTai,
        rules: named(rules?.names, table.rules),
      })}
    </p>
  );
}

const MOST = 1_000_000;
