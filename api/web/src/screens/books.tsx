// The books of one evening: how everybody stands, every hand with its photo, and who changed what.

import type { JSX } from "preact";
import type { Key } from "../i18n/index.ts";
import { useSpeech } from "../i18n/index.ts";
import { Chart } from "../parts/chart.tsx";
import { Money } from "../parts/felt.tsx";
import { LineCard } from "../parts/lines.tsx";
import type { BooksLeaf } from "../route.ts";
import { replace } from "../route.ts";
import { History } from "../parts/history.tsx";
import type { LineState } from "../documents.ts";
import type { TableView } from "../tables.ts";
import { happenings } from "../tables.ts";
import { courses, standings } from "../standings.ts";

export interface BooksProps {
  view: TableView;
  leaf: BooksLeaf;
  onOpen: (line: LineState) => void;
  onUndo: (number: number) => void;
  onRedo: (number: number) => void;
}

const LEAVES: readonly BooksLeaf[] = ["standings", "hands", "history"];
export const LEAF_TITLES: Record<BooksLeaf, Key> = { standings: "books.standings", hands: "books.hands", history: "books.history" };

export function Books(props: BooksProps): JSX.Element {
  const { view, leaf } = props;
  const { t } = useSpeech();
  return (
    <main class="books" data-number={view.number}>
      <h1 class="visually-hidden">{t("books.title")}</h1>
      <div class="leaf-of-books" role="region" aria-label={t(LEAF_TITLES[leaf])} tabIndex={0}>
        {leaf === "standings" && <Standings view={view} />}
        {leaf === "hands" && <Hands {...props} />}
        {leaf === "history" && <History {...props} />}
      </div>
      <nav class="steps leaves bottom-steps" aria-label={t("books.title")}>
        {LEAVES.map((each) => (
          <button type="button" key={each} data-leaf={each} aria-current={leaf === each ? "page" : undefined} onClick={() => replace({ screen: "books", id: view.id, leaf: each })}>
            {t(LEAF_TITLES[each])}
          </button>
        ))}
      </nav>
    </main>
  );
}

function Standings({ view }: { view: TableView }): JSX.Element {
  const { t, lang } = useSpeech();
  const all = standings(view);
  return (
    <>
      <h2>{t("books.standings")}</h2>
      <ol class="ranks">
        {all.map((each, at) => (
          <li key={each.player} class={`rank line-${each.player}`} data-player={each.player}>
            <span class="rank-place" aria-hidden="true">{at + 1}</span>
            <span class="rank-name"><b>{view.players[each.player]?.name || t("player.gone")}</b>
              <small>{t("stats.short", { won: each.won, self: each.selfDrawn, fed: each.fed })}</small>
            </span>
            <Money amount={each.balance} class="large" />
          </li>
        ))}
      </ol>
      {view.pot > 0 && <p class="note">{t("table.pot", { n: view.pot })}</p>}
      {happenings(view).length > 0 && (
        <>
          <h2>{t("books.course")}</h2>
          <Chart title={t("books.course")} lines={courses(view, t("player.gone"))} />
        </>
      )}
      <h2>{t("export.title")}</h2>
      <div class="doors plain-doors">
        <a class="plain" href={`/api/sessions/${view.id}/picture.png?lang=${lang}`} download>{t("export.picture")}</a>
        <a class="plain" href={`/api/sessions/${view.id}/export.csv?lang=${lang}`} download>CSV</a>
        <a class="plain" href={`/api/sessions/${view.id}/export.json`} download>JSON</a>
      </div>
    </>
  );
}

function Hands({ view, onOpen }: BooksProps): JSX.Element {
  const { t } = useSpeech();
  const lines = happenings(view).reverse();
  return (
    <>
      <h2>{t("books.hands")}</h2>
      <p class="fine">{t("books.hands.hint")}</p>
      <ol class="lines">
        {lines.map((line) => <LineCard key={line.number} line={line} view={view} onOpen={() => onOpen(line)} />)}
        {!lines.length && <li class="fine empty">{t("table.no_hands")}</li>}
      </ol>
    </>
  );
}
