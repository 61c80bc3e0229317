// From a chosen file to a reading: the picture is there at once, the upload tells how far it is, an error keeps the photo.
// Until it is read the photo lies in the queue, so that neither a reload nor a dropped connection loses it.

import { useCallback, useRef, useState } from "preact/hooks";
import type { ToRead } from "./api.ts";
import { ApiFailure, newKey, readPhoto } from "./api.ts";
import type { Reading } from "./documents.ts";
import type { Outbox } from "./outbox.ts";

export interface Capture extends ToRead {
  /** The picture on this phone, shown until the service's upright one has arrived. */
  url: string;
  /** The share that is sent; 1 while the service looks for tiles. */
  sent: number;
  error: ApiFailure | null;
}

export interface Capturing {
  capture: Capture | null;
  start: (file: File) => void;
  retry: () => void;
  stop: () => void;
  /** Leave the photo to the queue, and go on; answers under which key it waits there. */
  later: () => string | null;
}

const PRELOAD_MS = 3_000;

export function useCapture(onRead: (reading: Reading) => void, rules: ToRead["rules"], place: Pick<ToRead, "session" | "club">, outbox: Outbox): Capturing {
  const [capture, setCapture] = useState<Capture | null>(null);
  const stopper = useRef<AbortController | null>(null);
  const { hold, release, drop } = outbox;

  const send = useCallback(async (next: Capture): Promise<void> => {
    stopper.current?.abort();
    const stop = new AbortController();
    stopper.current = stop;
    setCapture(next);
    const change = (part: Partial<Capture>): void => {
      if (!stop.signal.aborted) setCapture((now) => now && { ...now, ...part });
    };
    try {
      const { file, key, rules: judged, session, club } = next;
      await hold({ kind: "photo", key, photo: file, name: file.name || "photo.jpg", rules: judged, session, club, reading: null });
      const reading = await readPhoto(next, (sent) => change({ sent }), stop.signal);
      await preload(reading.photo_url);
      if (stop.signal.aborted) return;
      drop(key);
      setCapture(null);
      URL.revokeObjectURL(next.url);
      onRead(reading);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (!error.passing) drop(next.key); // a file that is no photo is not sent again
      change({ error });
    }
  }, [onRead, hold, drop]);

  const start = (file: File): void => {
    if (capture) drop(capture.key);
    void send({ file, url: URL.createObjectURL(file), key: newKey(), rules, ...place, sent: 0, error: null });
  };
  const retry = (): void => {
    if (capture) void send({ ...capture, sent: 0, error: null });
  };
  const end = (): string | null => {
    stopper.current?.abort();
    if (capture) URL.revokeObjectURL(capture.url);
    setCapture(null);
    return capture?.key ?? null;
  };
  const stop = (): void => {
    const key = end();
    if (key) drop(key);
  };
  const later = (): string | null => {
    const key = end();
    if (key) release(key);
    return key;
  };
  return { capture, start, retry, stop, later };
}

/** Have the picture at hand before the screen changes, so that it does not blink; a slow one is not waited for. */
async function preload(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  const slow = new Promise<void>((resolve) => setTimeout(resolve, PRELOAD_MS));
  await Promise.race([image.decode().catch(() => undefined), slow]);
}
