// What waits to be sent, kept in the phone's IndexedDB, photos too. Where the browser keeps nothing (private mode), it is
// kept as long as the page is open.

import type { ToRead } from "./api.ts";
import type { EventBody, HandBody, Reading } from "./documents.ts";
import { load, save } from "./store.ts";

interface Errand {
  /** Its Idempotency-Key. */
  key: string;
  /** When it was put here, to be sent in that order. */
  at: number;
  /** The code of the service's refusal; null while it only waits. */
  refused: string | null;
}

/** A confirmed hand outside any table. */
export interface HandErrand extends Errand {
  kind: "hand";
  body: HandBody;
}

/** A line for the ledger of a table. */
export interface EventErrand extends Errand {
  kind: "event";
  session: string;
  /** The number of the last line that the sender had seen. */
  after: number;
  /** The errand before it at the same table, when that one waits too: it was seen, but has no number yet. */
  follows: string | null;
  body: EventBody;
  /** Photos that wait too, by the winner they belong to. */
  photos: Readonly<Record<number, string>>;
  /** What it is, to be shown while it waits. */
  label: string;
}

/** A photo to be read. */
export interface PhotoErrand extends Errand {
  kind: "photo";
  photo: Blob;
  name: string;
  rules: ToRead["rules"];
  session: string | null;
  club: string | null;
  /** The answer, once it is there. */
  reading: Reading | null;
}

export type Waiting = HandErrand | EventErrand | PhotoErrand;

const STORE = "waiting";

export interface Queue {
  all: () => Promise<Waiting[]>;
  put: (errand: Waiting) => Promise<void>;
  drop: (key: string) => Promise<void>;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open("tailens", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "key" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("no database"));
    asked.onblocked = () => reject(new Error("blocked"));
  });
}

const inOrder = (errands: Waiting[]): Waiting[] => errands.sort((a, b) => a.at - b.at);

function kept(database: IDBDatabase): Queue {
  const run = <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const asked = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("not kept"));
    });
  return {
    all: async () => inOrder(await run<Waiting[]>("readonly", (store) => store.getAll())),
    put: async (errand) => void (await run("readwrite", (store) => store.put(errand))),
    drop: async (key) => void (await run("readwrite", (store) => store.delete(key))),
  };
}

export function remembered(): Queue {
  const errands = new Map<string, Waiting>();
  return {
    all: async () => inOrder([...errands.values()]),
    put: async (errand) => void errands.set(errand.key, errand),
    drop: async (key) => void errands.delete(key),
  };
}

/** The queue of this phone, with what a page of before the queue had kept elsewhere. */
export async function openQueue(): Promise<Queue> {
  const queue = await open().then(kept).catch(remembered);
  const older = load<{ key: string; body: HandBody; refused: string | null }[]>("outbox", []);
  for (const [at, each] of older.entries()) await queue.put({ ...each, kind: "hand", at });
  save("outbox", null);
  return queue;
}
