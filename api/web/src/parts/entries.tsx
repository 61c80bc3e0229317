// What happens at a table beside a won hand: a drawn hand, a penalty, the pot, other seats, a new game. One sheet each,
// with what it will pay before it is entered.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ApiFailure } from "../api.ts";
import { refusal } from "../api.ts";
import type { AmendBody, EventBody } from "../documents.ts";
import type { EntryKind, Form, FormKind } from "../entries.ts";
import { entryBody, formOf, isWhole, MORE, newForm, paysOut } from "../entries.ts";
import { useSpeech } from "../i18n/index.ts";
import { usePreview } from "../preview.ts";
import type { RuleSets } from "../rulesets.ts";
import type { TableView } from "../tables.ts";
import { tableOf } from "../tables.ts";
import { atRules } from "../win.ts";
import { Dialog } from "./dialog.tsx";
import { Choice, Pick, TextField } from "./form.tsx";
import { Gains } from "./lines.tsx";
import { NumberField } from "./number.tsx";
import { Rules } from "./rules.tsx";
import { Seating } from "./seating.tsx";
import { Trouble } from "./trouble.tsx";

export interface EntriesProps {
  view: TableView;
  ruleSets: RuleSets;
  kind: EntryKind;
  /** The line that the entry stands in the place of. */
  amends: { number: number; event: EventBody } | null;
  refused: ApiFailure | null;
  sending: boolean;
  onKind: (kind: EntryKind) => void;
  onEvent: (body: EventBody, label: string) => void;
  onTiles: () => void;
  onTai: () => void;
  onNotation: (text: string) => void;
  onClose: () => void;
}

export function Entries(props: EntriesProps): JSX.Element {
  const { kind } = props;
  if (kind === "more") return <More {...props} />;
  if (kind === "no_photo") return <NoPhoto {...props} />;
  return <EntryForm key={kind} {...props} kind={kind} />;
}

/** What only a scorekeeper may enter. */
const KEEPERS: ReadonlySet<FormKind> = new Set(["seats", "terms", "finished", "reopened", "renamed"]);
/** What only an owner may. */
const OWNERS: ReadonlySet<FormKind> = new Set(["removed"]);
/** What may be entered when the evening is over. */
const OVER: readonly FormKind[] = ["reopened", "note", "renamed", "removed"];

function More({ view, onKind, onClose }: EntriesProps): JSX.Element {
  const { t } = useSpeech();
  const may = (kind: FormKind): boolean => (OWNERS.has(kind) ? view.role === "owner" : view.keeps || !KEEPERS.has(kind));
  const kinds = (view.finished ? OVER : MORE).filter((kind) => (kind !== "pot_out" || view.pot > 0) && may(kind));
  return (
    <Dialog title={t("table.more")} onClose={onClose}>
      <div class="menu">
        {kinds.map((kind) => (
          <button type="button" class="plain" key={kind} data-entry={kind} onClick={() => onKind(kind)}>{t(`entry.${kind}`)}</button>
        ))}
      </div>
    </Dialog>
  );
}

function NoPhoto({ onTiles, onTai, onNotation, onClose }: EntriesProps): JSX.Element {
  const { t } = useSpeech();
  const [text, setText] = useState("");
  return (
    <Dialog title={t("photo.none")} onClose={onClose}>
      <div class="menu">
        <button type="button" class="plain" data-entry="tai" onClick={onTai}>{t("entry.tai")}<small>{t("entry.tai.hint")}</small></button>
        <button type="button" class="plain" data-entry="tiles" onClick={onTiles}>{t("entry.tiles")}<small>{t("entry.tiles.hint")}</small></button>
        <form class="notation" onSubmit={(event) => (event.preventDefault(), text.trim() && onNotation(text.trim()))}>
          <TextField label={t("entry.notation")} name="notation" value={text} most={200} hint={t("entry.notation.hint")} onValue={setText} />
          <button type="submit" class="plain" disabled={!text.trim()}>{t("entry.notation.go")}</button>
        </form>
      </div>
    </Dialog>
  );
}

function EntryForm(props: EntriesProps & { kind: FormKind }): JSX.Element {
  const { view, kind, amends, refused, sending, onEvent, onClose } = props;
  const { t, lang, maybe } = useSpeech();
  const [form, setForm] = useState<Form>(() => (amends && formOf(amends.event, view)) ?? newForm(kind, view));
  const change = (part: Partial<Form>): void => setForm((now) => ({ ...now, ...part }));
  const whole = isWhole(form, view.agreed);
  const told = entryBody(form);
  const body: EventBody = amends ? { kind: "amend", event: amends.number, to: told as AmendBody["to"] } : told;
  const preview = usePreview(view.id, whole && paysOut(kind) ? body : null, lang);
  return (
    <Dialog title={t(`entry.${kind}`)} kind="entry" onClose={onClose}>
      <div class="entry-fields">
        {maybe(`entry.${kind}.what`) && <p class="fine">{maybe(`entry.${kind}.what`)}</p>}
        <Fields view={view} ruleSets={props.ruleSets} form={form} onForm={change} />
        {preview.answer?.line && <Gains view={view} gains={preview.answer.line.gains} />}
        {preview.answer?.refused && <Trouble error={refusal(preview.answer.refused)} />}
        {preview.error && <Trouble error={preview.error} />}
        {refused && <Trouble error={refused} />}
      </div>
      <div class="bar-buttons">
        <button type="button" class="plain" onClick={onClose}>{t("cancel")}</button>
        <button type="button" class="primary enter" disabled={!whole || sending} onClick={() => onEvent(body, t(`entry.${kind}`))}>
          {t(sending ? "confirming" : form.abort ? "entry.aborted.yes" : `entry.${kind}.yes`)}
        </button>
      </div>
    </Dialog>
  );
}

interface FieldsProps {
  view: TableView;
  ruleSets: RuleSets;
  form: Form;
  onForm: (part: Partial<Form>) => void;
}

function Fields({ view, ruleSets, form, onForm }: FieldsProps): JSX.Element | null {
  const { t } = useSpeech();
  switch (form.kind) {
    case "drawn":
      return view.aborts.length ? (
        <Choice title={t("entry.drawn.how")} kind="how">
          <Pick on={form.abort === null} onPick={() => onForm({ abort: null })} data="abort-none">{t("entry.drawn.wall")}</Pick>
          {view.aborts.map((why) => (
            <Pick key={why} on={form.abort === why} onPick={() => onForm({ abort: why })} data={`abort-${why}`}>{t(`abort.${why}`)}</Pick>
          ))}
        </Choice>
      ) : null;
    case "penalty":
      return (
        <>
          <Players view={view} title={t("entry.payer")} chosen={form.player} data="payer" onPick={(player) => onForm({ player, payee: form.payee === player ? null : form.payee })} />
          <Choice title={t("entry.payee")} kind="how">
            <Pick on={form.payee === null} onPick={() => onForm({ payee: null })} data="payee-all">{t("entry.payee.all")}</Pick>
            {view.order.filter((each) => each !== form.player).map((player) => (
              <Pick key={player} on={form.payee === player} onPick={() => onForm({ payee: player })} data={`payee-${player}`}>{view.players[player]?.name}</Pick>
            ))}
          </Choice>
          <Amount form={form} onForm={onForm} />
          <TextField label={t("entry.why")} name="why" value={form.text} most={200} onValue={(text) => onForm({ text })} />
        </>
      );
    case "false_win":
    case "fine":
    case "pot_in":
    case "pot_out":
      return (
        <>
          <Players view={view} title={t("entry.player")} chosen={form.player} data="player" onPick={(player) => onForm({ player })} />
          <Amount form={form} onForm={onForm} usual={form.kind === "fine" ? view.agreed.fine : form.kind === "false_win" ? view.agreed.falseWin : 0} />
        </>
      );
    case "note":
      return <TextField label={t("entry.note")} name="note" value={form.text} most={300} onValue={(text) => onForm({ text })} />;
    case "renamed":
      return <TextField label={t("open.name")} name="title" value={form.text} most={80} hint={t("open.name.hint")} onValue={(text) => onForm({ text })} />;
    case "seats":
      return (
        <>
          <Seating names={view.players.map((each) => each.name)} order={form.order} drawn={null} onOrder={(order) => onForm({ order })} onDrawn={() => undefined} />
          <Since form={form} start={t("seats.start")} onForm={onForm} />
          {form.since !== null && (
            <Choice title={t("seats.kept")} kind="how">
              <Pick on={form.kept === "people"} onPick={() => onForm({ kept: "people" })} data="kept-people">{t("seats.kept.people")}</Pick>
              <Pick on={form.kept === "places"} onPick={() => onForm({ kept: "places" })} data="kept-places">{t("seats.kept.places")}</Pick>
            </Choice>
          )}
        </>
      );
    case "terms":
      return (
        <>
          <div class="facts">
            <NumberField label={t("win.base")} value={form.terms.base ?? 0} most={MOST} onValue={(base) => onForm({ terms: { ...form.terms, base } })} />
            <NumberField label={t("win.per_tai")} value={form.terms.per_tai ?? 0} most={MOST} onValue={(per_tai) => onForm({ terms: { ...form.terms, per_tai } })} />
          </div>
          <Rules
            table={atRules({ ...tableOf(view), rules: form.terms.rules ?? "taiwan", options: form.terms.options ?? {} }, ruleSets.all.find((each) => each.id === form.terms.rules))}
            ruleSets={ruleSets}
            onTable={({ rules, options }) => onForm({ terms: { ...form.terms, rules, options: { ...options }, rules_version: rules === form.terms.rules ? form.terms.rules_version ?? null : null } })}
          />
          <Since form={form} start={t("terms.start")} onForm={onForm} />
        </>
      );
    case "next_game":
      return <Seating names={view.players.map((each) => each.name)} order={form.order} drawn={form.drawn} onOrder={(order) => onForm({ order })} onDrawn={(drawn) => onForm({ drawn })} />;
    default:
      return null;
  }
}

const MOST = 1_000_000;

/** From now on, or as if it had been so from the start. */
function Since({ form, start, onForm }: { form: Form; start: string; onForm: (part: Partial<Form>) => void }): JSX.Element {
  const { t } = useSpeech();
  return (
    <Choice title={t("seats.since")} kind="how">
      <Pick on={form.since === null} onPick={() => onForm({ since: null })} data="since-now">{t("seats.now")}</Pick>
      <Pick on={form.since !== null} onPick={() => onForm({ since: 1 })} data="since-start">{start}</Pick>
    </Choice>
  );
}

interface PlayersProps {
  view: TableView;
  title: string;
  chosen: number | null;
  data: string;
  onPick: (player: number) => void;
}

export function Players({ view, title, chosen, data, onPick }: PlayersProps): JSX.Element {
  return (
    <Choice title={title} kind="how">
      {view.order.map((player) => (
        <Pick key={player} on={chosen === player} onPick={() => onPick(player)} data={`${data}-${player}`}>{view.players[player]?.name}</Pick>
      ))}
    </Choice>
  );
}

/** An amount; where the rules name one, it need not be said. */
function Amount({ form, onForm, usual = 0 }: { form: Form; onForm: (part: Partial<Form>) => void; usual?: number }): JSX.Element {
  const { t } = useSpeech();
  return (
    <label class="field">
      <span>{t("entry.amount")}</span>
      <input
        type="number"
        inputMode="numeric"
        name="amount"
        min={1}
        max={1_000_000}
        step={1}
        placeholder={usual ? String(usual) : ""}
        value={form.amount ?? ""}
        onInput={(event) => {
          const typed = event.currentTarget.valueAsNumber;
          onForm({ amount: Number.isInteger(typed) && typed > 0 && typed <= 1_000_000 ? typed : null });
        }}
      />
      {usual > 0 && <small>{t("entry.amount.usual", { n: usual })}</small>}
    </label>
  );
}
