// Confirmed hands on their way to the service. A hand leaves only when the service has answered for it: what fails for
// want of a connection waits, under the same Idempotency-Key, so that a lost answer never makes a second record.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiFailure, confirmHand } from "./api.ts";
import type { HandBody, HandRecord } from "./documents.ts";
import { load, save } from "./store.ts";

export interface Waiting {
  key: string;
  body: HandBody;
  /** Why the service refused it for good; null while it only waits. */
  refused: string | null;
}

export type Outcome = { state: "saved" } | { state: "waiting" } | { state: "refused"; error: ApiFailure };

export interface Outbox {
  waiting: Waiting[];
  /** The records of what was sent since the page opened, by key. */
  saved: Readonly<Record<string, HandRecord>>;
  send: (body: HandBody, key: string) => Promise<Outcome>;
  flush: () => void;
  drop: (key: string) => void;
}

const RETRY_MS = 15_000;

export function useOutbox(): Outbox {
  const [waiting, setWaiting] = useState<Waiting[]>(() => load<Waiting[]>("outbox", []));
  const current = useRef(waiting);
  const busy = useRef(new Set<string>());
  const [saved, setSaved] = useState<Record<string, HandRecord>>({});

  const change = useCallback((next: Waiting[]): void => {
    current.current = next;
    save("outbox", next.length ? next : null);
    setWaiting(next);
  }, []);

  const attempt = useCallback(async (entry: Waiting): Promise<Outcome> => {
    busy.current.add(entry.key);
    try {
      const record = await confirmHand(entry.body, entry.key);
      setSaved((before) => ({ ...before, [entry.key]: record }));
      change(current.current.filter((each) => each.key !== entry.key));
      return { state: "saved" };
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      return error.passing ? { state: "waiting" } : { state: "refused", error };
    } finally {
      busy.current.delete(entry.key);
    }
  }, [change]);

  const send = useCallback(async (body: HandBody, key: string): Promise<Outcome> => {
    const entry: Waiting = { key, body, refused: null };
    change([...current.current.filter((each) => each.key !== key), entry]); // kept before it is sent
    const outcome = await attempt(entry);
    if (outcome.state === "refused") change(current.current.filter((each) => each.key !== key));
    return outcome;
  }, [attempt, change]);

  const flush = useCallback(async (): Promise<void> => {
    for (const entry of current.current) {
      if (entry.refused || busy.current.has(entry.key)) continue;
      const outcome = await attempt(entry);
      if (outcome.state === "waiting") return;
      if (outcome.state === "refused") {
        const { code } = outcome.error;
        change(current.current.map((each) => (each.key === entry.key ? { ...each, refused: code } : each)));
      }
    }
  }, [attempt, change]);

  useEffect(() => {
    const again = (): void => void flush();
    again();
    window.addEventListener("online", again);
    const timer = setInterval(again, RETRY_MS);
    return () => {
      window.removeEventListener("online", again);
      clearInterval(timer);
    };
  }, [flush]);

  const drop = useCallback((key: string) => change(current.current.filter((each) => each.key !== key)), [change]);
  return { waiting, saved, send, flush: () => void flush(), drop };
}
