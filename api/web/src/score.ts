// The score of the hand as it stands: asked anew a moment after every change, the latest answer wins.

import { useEffect, useState } from "preact/hooks";
import { ApiFailure, scoreHand } from "./api.ts";
import type { ScoreBody, Sheet } from "./documents.ts";

const PAUSE_MS = 150;
const RETRY_MS = 4_000;

export interface Score {
  /** The last answer; it may be of the hand before while `fresh` is false. */
  sheet: Sheet | null;
  fresh: boolean;
  error: ApiFailure | null;
}

export function useScore(body: ScoreBody | null): Score {
  const asked = body && JSON.stringify(body);
  const [answer, setAnswer] = useState<{ asked: string; sheet: Sheet } | null>(null);
  const [failed, setFailed] = useState<{ asked: string; error: ApiFailure } | null>(null);
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (!asked) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      scoreHand(JSON.parse(asked) as ScoreBody, stop.signal).then(
        (sheet) => {
          if (stop.signal.aborted) return;
          setAnswer({ asked, sheet });
          setFailed(null);
        },
        (error: unknown) => {
          if (!stop.signal.aborted && error instanceof ApiFailure) setFailed({ asked, error });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, round]);

  // A dropped connection mends itself: ask again until the service answers.
  const error = failed && failed.asked === asked ? failed.error : null;
  useEffect(() => {
    if (!error?.passing) return undefined;
    const again = (): void => setRound((n) => n + 1);
    const timer = setTimeout(again, RETRY_MS);
    window.addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", again);
    };
  }, [error]);

  return { sheet: asked ? answer?.sheet ?? null : null, fresh: asked !== null && answer?.asked === asked, error };
}
