// A season of evenings: everybody's sum and how it went, and what each player's hands were like.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { SeasonAnswer } from "../documents.ts";
import { useSpeech } from "../i18n/index.ts";
import { Chart } from "../parts/chart.tsx";
import { Money } from "../parts/felt.tsx";
import { Trouble } from "../parts/trouble.tsx";
import type { Span, Unit } from "../season.ts";
import { courses, SPANS, UNITS, useSeason } from "../season.ts";

/** More lines than this can't be told apart. */
const DRAWN = 8;

export function SeasonScreen({ club }: { club: string }): JSX.Element {
  const { t } = useSpeech();
  const [span, setSpan] = useState<Span>("year");
  const [unit, setUnit] = useState<Unit>("money");
  const { answer, error, refresh } = useSeason(club, unit, span);
  return (
    <main class="books season">
      <div class="leaf-of-books" role="region" aria-label={t("season.title")} tabIndex={0}>
        <h1>{t("season.title")}</h1>
        <div class="chips" role="group" aria-label={t("season.span")}>
          {SPANS.map((each) => (
            <button type="button" class="chip" key={each} aria-pressed={span === each} data-span={each} onClick={() => setSpan(each)}>{t(`season.${each}`)}</button>
          ))}
        </div>
        <div class="chips" role="group" aria-label={t("season.unit")}>
          {UNITS.map((each) => (
            <button type="button" class="chip" key={each} aria-pressed={unit === each} data-unit={each} onClick={() => setUnit(each)}>{t(`season.${each}`)}</button>
          ))}
        </div>
        {error && <Trouble error={error} onRetry={refresh} />}
        {!answer && !error && <p class="note" role="status">{t("club.loading")}</p>}
        {answer && !answer.players.length && <p class="fine empty">{t("season.none")}</p>}
        {answer && answer.players.length > 0 && <Shown season={answer} />}
      </div>
    </main>
  );
}

function Shown({ season }: { season: SeasonAnswer }): JSX.Element {
  const { t, lang } = useSpeech();
  const share = (part: number, whole: number): string => (whole ? (part / whole).toLocaleString(lang, { style: "percent" }) : "–");
  return (
    <>
      <Chart title={t("season.course")} lines={courses(season, t("player.gone")).slice(0, DRAWN)} />
      <div class="wide-table" role="region" aria-label={t("season.players")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("season.player")}</th>
              <th scope="col">{t("season.sum")}</th>
              <th scope="col">{t("season.evenings")}</th>
              <th scope="col">{t("season.hands")}</th>
              <th scope="col">{t("season.won")}</th>
              <th scope="col">{t("season.self")}</th>
              <th scope="col">{t("season.fed")}</th>
              <th scope="col">{t("season.mean")}</th>
              <th scope="col">{t("season.best")}</th>
              <th scope="col">{t("season.streak")}</th>
            </tr>
          </thead>
          <tbody>
            {season.players.map(({ player_id: id, name, total, sessions, counts }) => (
              <tr key={id} data-player={id}>
                <th scope="row">{name || t("player.gone")}</th>
                <td><Money amount={total} /></td>
                <td>{sessions}</td>
                <td>{counts.hands}</td>
                <td>{share(counts.wins, counts.hands)}</td>
                <td>{share(counts.self_draws, counts.wins)}</td>
                <td>{share(counts.fed, counts.hands)}</td>
                <td>{counts.wins ? (counts.tai / counts.wins).toLocaleString(lang, { maximumFractionDigits: 1 }) : "–"}</td>
                <td>{counts.best || "–"}</td>
                <td>{counts.streak || "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
