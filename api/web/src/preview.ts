// What an entry would come to, asked of the books before it is entered: the page never works out money itself.

import { useEffect, useState } from "preact/hooks";
import { ApiFailure, previewEvent } from "./api.ts";
import type { EventBody, Language, PreviewAnswer } from "./documents.ts";

const PAUSE_MS = 150;
const RETRY_MS = 4_000;

export interface Preview {
  answer: PreviewAnswer | null;
  error: ApiFailure | null;
}

export function usePreview(session: string | null, body: EventBody | null, lang: Language): Preview {
  const asked = session && body ? JSON.stringify(body) : null;
  const [found, setFound] = useState<{ asked: string; lang: Language; answer: PreviewAnswer } | null>(null);
  const [failed, setFailed] = useState<{ asked: string; error: ApiFailure } | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!asked || !session) return undefined;
    const stop = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(() => {
      previewEvent(session, JSON.parse(asked) as EventBody, lang, stop.signal).then(
        (answer) => {
          if (stop.signal.aborted) return;
          setFound({ asked, lang, answer });
          setFailed(null);
        },
        (error: unknown) => {
          if (stop.signal.aborted || !(error instanceof ApiFailure)) return;
          setFailed({ asked, error });
          if (error.passing) again = setTimeout(() => setRound((n) => n + 1), RETRY_MS);
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      clearTimeout(again);
      stop.abort();
    };
  }, [asked, session, lang, round]);
  return {
    answer: found && found.asked === asked && found.lang === lang ? found.answer : null,
    error: failed && failed.asked === asked ? failed.error : null,
  };
}
