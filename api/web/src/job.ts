// The hand in work, alone or at a table: everything that survives a reload until it is confirmed.

import { newKey } from "./api.ts";
import type { Reading } from "./documents.ts";
import type { Draft } from "./draft.ts";
import { EMPTY, fromReading } from "./draft.ts";
import type { Facts } from "./win.ts";
import { NO_FACTS } from "./win.ts";
import type { Step } from "./work.tsx";

/** One player's win: his tiles, or a bare count of tai. */
export interface Claim {
  draft: Draft;
  facts: Facts;
  /** The count where the table only wants payments; null where there are tiles. */
  tai: number | null;
  /** A photo of it that waits to be sent. */
  photo: string | null;
}

export interface Job extends Claim {
  past: Draft[];
  reading: Reading | null;
  step: Step;
  /** Numbers its confirmation, so that it is recorded once however often it is sent. */
  key: string;
  /** The table it is played at; null for a hand that only wants its score. */
  session: string | null;
  /** Who else has won the same tile. */
  beside: Claim[];
  /** The line of the ledger that it corrects. */
  amends: number | null;
}

const PAST = 50;

export function newJob(reading: Reading | null, session: string | null): Job {
  return {
    draft: reading ? fromReading(reading, reading.photo_url) : EMPTY,
    past: [],
    reading,
    facts: NO_FACTS,
    tai: null,
    photo: null,
    step: "hand",
    key: newKey(),
    session,
    beside: [],
    amends: null,
  };
}

/** A job as it was kept, perhaps by a page of before tables. */
export const restored = (job: Job | null): Job | null => job && { ...newJob(null, null), ...job, past: [] };

export const edited = (job: Job, draft: Draft): Job => ({ ...job, draft, past: [...job.past, job.draft].slice(-PAST) });

export const undone = (job: Job): Job => ({ ...job, draft: job.past.at(-1) ?? job.draft, past: job.past.slice(0, -1) });

const claimOf = ({ draft, facts, tai, photo }: Job): Claim => ({ draft, facts, tai, photo });

/** Put the winner in work beside, and take up another who wins the same tile. */
export function withAnother(job: Job): Job {
  const { how } = job.facts;
  return { ...newJob(null, job.session), key: job.key, amends: job.amends, beside: [...job.beside, claimOf(job)], facts: { ...NO_FACTS, how } };
}

/** Take a winner away again. */
export const without = (job: Job, at: number): Job => ({ ...job, beside: job.beside.filter((_, n) => n !== at) });

/** Put a photo's reading, or nothing, in the place of the tiles in work. */
export const withReading = (job: Job, reading: Reading | null): Job => ({
  ...job, draft: reading ? fromReading(reading, reading.photo_url) : EMPTY, past: [], reading, tai: null, photo: null, step: "hand",
});

/** All who win, in the order in which they were entered. */
export const claims = (job: Job): Claim[] => [...job.beside, claimOf(job)];
