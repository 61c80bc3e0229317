// What is on its way to the service: confirmed hands, lines of a table's ledger, photos. Each leaves the queue only when
// the service has answered for it: what fails for want of a connection waits, under the same Idempotency-Key, so that a
// lost answer never makes a second record.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiFailure, confirmHand, getTable, postEvent } from "./api.ts";
import type { EventAnswer, HandRecord } from "./documents.ts";
import type { EventErrand, HandErrand, PhotoErrand, Queue, Waiting } from "./queue.ts";
import { openQueue } from "./queue.ts";
import { onSentPhotos, sent } from "./sending.ts";

export type Outcome = { state: "saved" } | { state: "waiting" } | { state: "refused"; error: ApiFailure };

type Fresh<E extends Waiting> = Omit<E, "at" | "refused">;

export interface Outbox {
  /** In the order in which it will be sent. */
  waiting: readonly Waiting[];
  /** The records of what was sent since the page opened, by key. */
  saved: Readonly<Record<string, HandRecord>>;
  /** The answers to lines of a ledger that were sent since the page opened, by key. */
  noted: Readonly<Record<string, EventAnswer>>;
  /** Keep an errand, and try it at once. */
  send: (errand: Fresh<HandErrand> | Fresh<EventErrand>) => Promise<Outcome>;
  /** Keep a photo while it is sent elsewhere; `release` leaves it to the queue. */
  hold: (errand: Fresh<PhotoErrand>) => Promise<void>;
  release: (key: string) => void;
  flush: () => void;
  /** Send a refused one again; a line of a ledger goes behind all that is there by now. */
  again: (key: string) => void;
  drop: (key: string) => void;
}

const RETRY_MS = 15_000;

/** Whether a photo belongs to a line that waits: that one takes it along. */
const isAttached = (photo: Waiting, all: readonly Waiting[]): boolean =>
  photo.kind === "photo" && all.some((each) => each.kind === "event" && Object.values(each.photos).includes(photo.key));

export function useOutbox(): Outbox {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const current = useRef(waiting);
  const queue = useRef<Promise<Queue> | null>(null);
  const busy = useRef(new Set<string>());
  const last = useRef(0);
  const running = useRef<Promise<void>>(Promise.resolve());
  const [saved, setSaved] = useState<Record<string, HandRecord>>({});
  const [noted, setNoted] = useState<Record<string, EventAnswer>>({});

  const opened = useCallback((): Promise<Queue> => (queue.current ??= openQueue()), []);
  const show = useCallback((next: readonly Waiting[]): void => {
    current.current = next;
    setWaiting(next);
  }, []);
  const put = useCallback(async (errand: Waiting): Promise<void> => {
    show([...current.current.filter((each) => each.key !== errand.key), errand].sort((a, b) => a.at - b.at));
    // Where the phone has no room it is kept as long as the page is open.
    await (await opened()).put(errand).catch(() => undefined);
  }, [opened, show]);
  const drop = useCallback(async (key: string): Promise<void> => {
    show(current.current.filter((each) => each.key !== key));
    await (await opened()).drop(key);
  }, [opened, show]);
  const stamp = <E extends Waiting>(errand: E extends Waiting ? Fresh<E> : never): E => {
    last.current = Math.max(Date.now(), last.current + 1);
    return { ...errand, at: last.current, refused: null } as unknown as E;
  };

  /** Those that were made after this one without its number wait for it no longer. */
  const free = useCallback(async (key: string, after: number): Promise<void> => {
    for (const each of current.current) {
      if (each.kind === "event" && each.follows === key) await put({ ...each, follows: null, after });
    }
  }, [put]);

  const attempt = useCallback(async (errand: Waiting): Promise<Outcome> => {
    busy.current.add(errand.key);
    try {
      if (errand.kind === "hand") {
        const record = await confirmHand(errand.body, errand.key);
        setSaved((before) => ({ ...before, [errand.key]: record }));
        await drop(errand.key);
      } else if (errand.kind === "event") {
        if (errand.follows !== null) return { state: "waiting" };
        const body = await onSentPhotos(errand, current.current, put);
        const answer = await postEvent(errand.session, { after: errand.after, event: body }, errand.key);
        setNoted((before) => ({ ...before, [errand.key]: answer }));
        for (const photo of Object.values(errand.photos)) await drop(photo);
        await drop(errand.key);
        await free(errand.key, answer.number);
      } else if (errand.reading === null) {
        await put({ ...errand, reading: await sent(errand) });
      }
      return { state: "saved" };
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      return error.passing ? { state: "waiting" } : { state: "refused", error };
    } finally {
      busy.current.delete(errand.key);
    }
  }, [drop, free, put]);

  const send = useCallback(async (fresh: Fresh<HandErrand> | Fresh<EventErrand>): Promise<Outcome> => {
    const errand = stamp<HandErrand | EventErrand>(fresh);
    await put(errand); // kept before it is sent
    const outcome = await attempt(errand);
    if (outcome.state === "refused") await drop(errand.key);
    return outcome;
  }, [attempt, drop, put]);

  const flushNow = useCallback(async (): Promise<void> => {
    for (const { key } of current.current) {
      const errand = current.current.find((each) => each.key === key); // as it is by now
      if (!errand || errand.refused || busy.current.has(key) || isAttached(errand, current.current)) continue;
      const outcome = await attempt(errand);
      if (outcome.state === "waiting" && !(errand.kind === "event" && errand.follows !== null)) return;
      if (outcome.state === "refused") await put({ ...errand, refused: outcome.error.code });
    }
  }, [attempt, put]);
  const flush = useCallback((): void => {
    running.current = running.current.then(flushNow, flushNow);
  }, [flushNow]);

  useEffect(() => {
    const seen = (): void => void (document.visibilityState === "visible" && flush());
    void opened().then(async (kept) => {
      const found = await kept.all();
      show([...found.filter((each) => !current.current.some((own) => own.key === each.key)), ...current.current]);
      flush();
    });
    window.addEventListener("online", flush);
    document.addEventListener("visibilitychange", seen);
    const timer = setInterval(flush, RETRY_MS);
    return () => {
      window.removeEventListener("online", flush);
      document.removeEventListener("visibilitychange", seen);
      clearInterval(timer);
    };
  }, [flush, opened, show]);

  const hold = useCallback(async (fresh: Fresh<PhotoErrand>): Promise<void> => {
    busy.current.add(fresh.key);
    await put(stamp<PhotoErrand>(fresh));
  }, [put]);
  const release = useCallback((key: string): void => {
    busy.current.delete(key);
    show([...current.current]);
    flush();
  }, [flush, show]);
  const again = useCallback(async (key: string): Promise<void> => {
    const errand = current.current.find((each) => each.key === key);
    if (!errand) return;
    try {
      // Whoever sends a line again has seen what is in the books by now.
      const next = errand.kind === "event" ? { ...errand, after: (await getTable(errand.session)).number } : errand;
      await put({ ...next, refused: null });
      flush();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (!error.passing) await put({ ...errand, refused: error.code });
    }
  }, [flush, put]);
  const dropOne = useCallback((key: string): void => {
    const errand = current.current.find((each) => each.key === key);
    busy.current.delete(key);
    void drop(key).then(() => (errand?.kind === "event" ? free(key, errand.after) : undefined));
  }, [drop, free]);

  const hidden = (each: Waiting): boolean =>
    isAttached(each, waiting) || (each.kind === "photo" && each.reading === null && busy.current.has(each.key));
  return { waiting: waiting.filter((each) => !hidden(each)), saved, noted, send, hold, release, flush, again: (key) => void again(key), drop: dropOne };
}
