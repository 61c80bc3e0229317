// Something that is asked of the service: the answer, or why there is none, and a way to ask again.

import { useCallback, useEffect, useState } from "preact/hooks";
import { ApiFailure } from "./api.ts";

export interface Asked<T> {
  answer: T | null;
  error: ApiFailure | null;
  refresh: () => void;
}

const RETRY_MS = 4_000;

/** Ask whenever `what` changes; null asks nothing. An answer stays until the next one, but not from one `what` to another. */
export function useAsked<T>(what: string | null, ask: () => Promise<T>): Asked<T> {
  const [found, setFound] = useState<{ what: string; answer: T } | null>(null);
  const [failed, setFailed] = useState<{ what: string; error: ApiFailure } | null>(null);
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => setRound((n) => n + 1), []);
  useEffect(() => {
    if (what === null) return undefined;
    let late = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    ask().then(
      (answer) => {
        if (late) return;
        setFound({ what, answer });
        setFailed(null);
      },
      (error: unknown) => {
        if (!(error instanceof ApiFailure)) throw error;
        if (late) return;
        setFailed({ what, error });
        if (error.passing) timer = setTimeout(refresh, RETRY_MS);
      },
    );
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [what, round, refresh]);
  return { answer: found?.what === what ? found.answer : null, error: failed?.what === what ? failed.error : null, refresh };
}
