// Every line of the ledger, the newest first: what happened, when, by whom. Nothing is ever rewritten here.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiFailure, listEvents } from "../api.ts";
import type { Written, WrittenBody } from "../documents.ts";
import type { Speech } from "../i18n/index.ts";
import { useSpeech } from "../i18n/index.ts";
import type { TableView } from "../tables.ts";
import { when } from "../when.ts";
import { nameOf } from "./lines.tsx";
import { Trouble } from "./trouble.tsx";

export interface HistoryProps {
  view: TableView;
  onUndo: (number: number) => void;
  onRedo: (number: number) => void;
}

export function History({ view, onUndo, onRedo }: HistoryProps): JSX.Element {
  const speech = useSpeech();
  const { t, lang } = speech;
  const { events, error } = useEvents(view);
  return (
    <>
      <h2>{t("books.history")}</h2>
      <p class="fine">{t("books.history.what")}</p>
      {error && <Trouble error={error} />}
      <ol class="history">
        {[...events].reverse().map((each) => {
          const undone = each.undone_by !== null;
          const reversible = view.keeps && each.event.kind !== "opened" && each.event.kind !== "undo" && each.event.kind !== "redo";
          return (
            <li key={each.number} class={undone ? "undone" : ""} data-event={each.number} data-kind={each.event.kind}>
              <p>
                <span class="history-number">{each.number}</span>
                <b>{eventWords(speech, view, each.event)}</b>
                {about(each.event) !== null && <AboutWords view={view} events={events} number={about(each.event) ?? 0} />}
                <small>{[when(each.at, lang), each.by, undone && t("line.undone"), each.amended_by.length > 0 && t("line.amended")].filter(Boolean).join(" · ")}</small>
              </p>
              {reversible && (
                <button type="button" class="plain" data-do={undone ? "redo" : "undo"} onClick={() => (undone ? onRedo : onUndo)(each.number)}>
                  {t(undone ? "line.redo" : "line.undo")}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}

const about = (event: WrittenBody): number | null => (event.kind === "undo" || event.kind === "redo" || event.kind === "amend" ? event.event : null);

function AboutWords({ view, events, number }: { view: TableView; events: readonly Written[]; number: number }): JSX.Element | null {
  const speech = useSpeech();
  const event = events.find((each) => each.number === number)?.event;
  return event ? <span class="about"> ({number}: {eventWords(speech, view, event)})</span> : null;
}

/** What somebody wrote, in one line of words. */
function eventWords(speech: Speech, view: TableView, event: WrittenBody): string {
  const { t, maybe } = speech;
  const told = event.kind === "amend" ? event.to : event;
  const words = told.kind === "hand" ? handWords(speech, view, told) : told.kind === "aborted" ? t(`abort.${told.why}`) : maybe(`entry.${told.kind}`) ?? told.kind;
  const added = told.kind === "note" ? told.text : told.kind === "penalty" ? told.why : told.kind === "renamed" ? told.title : "";
  return [event.kind === "amend" ? t("line.amend_to", { what: words }) : words, added].filter(Boolean).join(": ");
}

function handWords(speech: Speech, view: TableView, hand: Extract<WrittenBody, { kind: "hand" }>): string {
  const who = hand.wins.map((win) => nameOf(view, win.player, speech)).join(speech.t("list.and"));
  if (hand.won_by === "flowers") return speech.t("line.flowers", { who });
  return hand.won_by === "self_draw" || hand.from === null || hand.from === undefined
    ? speech.t("line.self_draw", { who })
    : speech.t("line.from", { who, from: nameOf(view, hand.from, speech) });
}

function useEvents(view: TableView): { events: readonly Written[]; error: ApiFailure | null } {
  const [events, setEvents] = useState<readonly Written[]>([]);
  const [error, setError] = useState<ApiFailure | null>(null);
  useEffect(() => {
    let late = false;
    listEvents(view.id).then(
      (found) => late || (setEvents(found), setError(null)),
      (failure: unknown) => {
        if (!late && failure instanceof ApiFailure) setError(failure);
      },
    );
    return () => {
      late = true;
    };
  }, [view.id, view.number]);
  return { events, error };
}
