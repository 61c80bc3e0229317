// What may happen at a table beside a won hand, as a form fills it in and the ledger takes it.

import type { Abortive, EventBody, TermsBody } from "./documents.ts";
import type { TableView } from "./tables.ts";

/** What an entry may be; `more` lists the rarer ones. */
export type EntryKind =
  | "more" | "drawn" | "no_photo"
  | "penalty" | "false_win" | "fine" | "pot_in" | "pot_out" | "note" | "seats" | "terms" | "next_game" | "finished" | "reopened" | "renamed" | "removed";

export type FormKind = Exclude<EntryKind, "more" | "no_photo">;

/** The rarer ones, the likeliest first. */
export const MORE: readonly FormKind[] = ["penalty", "false_win", "fine", "pot_in", "pot_out", "note", "seats", "terms", "next_game", "finished", "renamed", "removed"];

export interface Form {
  kind: FormKind;
  /** Why a hand was broken off; null where the wall ran out. */
  abort: Abortive | null;
  player: number | null;
  /** Null for each other player. */
  payee: number | null;
  amount: number | null;
  text: string;
  /** By place. */
  order: readonly number[];
  drawn: boolean;
  /** From which line on the seats hold; null from now on. */
  since: number | null;
  kept: "people" | "places";
  terms: TermsBody;
}

/** What a form starts with. */
type Start = Pick<TableView, "order" | "terms" | "title">;

export const newForm = (kind: FormKind, view: Start): Form => ({
  kind, abort: null, player: null, payee: null, amount: null, text: kind === "renamed" ? view.title : "", order: view.order, drawn: false, since: null, kept: "people", terms: view.terms,
});

/** Whether it ends a hand without a winner. */
export const isHandEnd = (kind: string): boolean => kind === "drawn" || kind === "aborted";

/** The form as it was filled in before. */
export function formOf(event: EventBody, view: Start): Form | null {
  switch (event.kind) {
    case "penalty":
      return { ...newForm("penalty", view), player: event.from, payee: event.to ?? null, amount: event.amount, text: event.why ?? "" };
    case "false_win":
    case "fine":
    case "pot_in":
    case "pot_out":
      return { ...newForm(event.kind, view), player: event.player, amount: event.amount ?? null };
    case "note":
      return { ...newForm("note", view), text: event.text };
    default:
      return null;
  }
}

/** Whether a person has said all that is needed. */
export function isWhole(form: Form, agreed: { fine: number; falseWin: number }): boolean {
  switch (form.kind) {
    case "penalty":
      return form.player !== null && form.player !== form.payee && (form.amount ?? 0) > 0;
    case "false_win":
      return form.player !== null && (agreed.falseWin > 0 || (form.amount ?? 0) > 0);
    case "fine":
      return form.player !== null && (agreed.fine > 0 || (form.amount ?? 0) > 0);
    case "pot_in":
    case "pot_out":
      return form.player !== null && (form.amount ?? 0) > 0;
    case "note":
      return form.text.trim() !== "";
    default:
      return true;
  }
}

/** Whether money moves, so that the payments are shown before they are entered. */
export const paysOut = (kind: FormKind): boolean => ["penalty", "false_win", "fine", "pot_in", "pot_out"].includes(kind);

/** The form as a line of the ledger. */
export function entryBody(form: Form): EventBody {
  const { kind, player, amount } = form;
  switch (kind) {
    case "drawn":
      return form.abort ? { kind: "aborted", why: form.abort } : { kind };
    case "penalty":
      return { kind, from: player ?? 0, to: form.payee, amount: amount ?? 0, why: form.text.trim() };
    case "false_win":
    case "fine":
      return { kind, player: player ?? 0, amount };
    case "pot_in":
    case "pot_out":
      return { kind, player: player ?? 0, amount: amount ?? 0 };
    case "note":
      return { kind, text: form.text.trim() };
    case "renamed":
      return { kind, title: form.text.trim() };
    case "seats":
      return { kind, order: four(form.order), since: form.since, kept: form.kept };
    case "terms":
      return { kind, terms: form.terms, since: form.since };
    case "next_game":
      return form.drawn ? { kind, order: null, drawn: true } : { kind, order: four(form.order), drawn: false };
    default:
      return { kind };
  }
}

const four = ([a = 0, b = 1, c = 2, d = 3]: readonly number[]): [number, number, number, number] => [a, b, c, d];

/** The order with two players' places swapped. */
export function swapped(order: readonly number[], a: number, b: number): number[] {
  const next = [...order];
  [next[a], next[b]] = [order[b] ?? 0, order[a] ?? 0];
  return next;
}
