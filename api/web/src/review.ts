// A review: photo after photo with what is doubted about it. Whoever is first says so: another photo is taken up by others.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiFailure, newKey } from "./api.ts";
import type { Doubt, SetEdit, SetLabel, SetPhoto } from "./documents.ts";
import type { Grip } from "./labelling.ts";
import { labelOf, mended } from "./labelling.ts";
import * as sets from "./sets-api.ts";

interface State {
  photo: SetPhoto | null;
  labels: readonly SetLabel[];
  /** What the labels were before each change that is not saved yet. */
  past: readonly (readonly SetLabel[])[];
  doubt: Doubt | null;
  selected: number | null;
  grip: Grip;
}

export interface Review extends State {
  /** How many photos are left; null until that is known. */
  left: number | null;
  /** How many of this page's edits can be taken back. */
  saved: number;
  error: ApiFailure | null;
  select: (at: number | null) => void;
  take: (grip: Grip) => void;
  look: (doubt: Doubt) => void;
  change: (labels: readonly SetLabel[], selected?: number | null) => void;
  /** The labels are right as they stand now. */
  right: () => void;
  /** Take what is suggested. */
  mend: () => void;
  remove: () => void;
  undo: () => void;
  /** Drop what was not saved. */
  cancel: () => void;
  later: () => void;
  before: () => void;
  retry: () => void;
}

const NOTHING: State = { photo: null, labels: [], past: [], doubt: null, selected: null, grip: null };
/** Shorter than what the service believes of a claim. */
const CLAIM_MS = 40_000;
/** Answers after which an edit can't be taken back. */
const PAST: ReadonlySet<string> = new Set(["set_photo_moved_on", "set_photo_unknown", "edit_unknown"]);

const openDoubt = (photo: SetPhoto): Doubt | null => photo.findings.find((each) => each.settled === null) ?? null;

function stateOf(photo: SetPhoto, doubt: Doubt | null = openDoubt(photo)): State {
  return { photo, labels: photo.labels, past: [], doubt, selected: doubt && labelOf(doubt, photo.labels), grip: null };
}

/** `first` is the photo to begin with; by default the one with the likeliest mistake. */
export function useReview(set: string, first: string | null): Review {
  const [state, setState] = useState<State>(NOTHING);
  const [left, setLeft] = useState<number | null>(null);
  const [error, setError] = useState<ApiFailure | null>(null);
  const [saved, setSaved] = useState<readonly { photo: string; edit: number }[]>([]);
  const seen = useRef<string[]>([]);
  const passed = useRef(new Set<string>());
  const working = useRef(false);

  /** Do one thing at a time: a key that is pressed meanwhile is about something that nobody has seen yet. */
  const attempt = useCallback(async (work: () => Promise<void>): Promise<void> => {
    if (working.current) return;
    working.current = true;
    setError(null);
    try {
      await work();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setError(failure);
    } finally {
      working.current = false;
    }
  }, []);

  const leave = useCallback((photo: string | undefined): void => {
    if (photo) void sets.claimPhoto(set, photo, false).catch(() => undefined);
  }, [set]);

  const open = useCallback(async (photo: string, before?: string): Promise<SetPhoto> => {
    if (before !== photo) leave(before);
    const found = await sets.claimPhoto(set, photo, true);
    if (seen.current.at(-1) !== photo) seen.current.push(photo);
    setState(stateOf(found));
    return found;
  }, [set, leave]);

  const goOn = useCallback(async (before?: string): Promise<void> => {
    const queue = (await sets.listDoubts(set)).filter((each) => !passed.current.has(each.photo_id));
    setLeft(queue.length);
    for (const free of [...queue.filter((each) => each.claimed_by === null), ...queue.filter((each) => each.claimed_by !== null)]) {
      const found = await open(free.photo_id, before);
      // Somebody may have been faster; what is claimed is taken up only where nothing else is left.
      if (found.claimed_by === null || free.claimed_by !== null) return;
    }
    leave(before);
    setState(NOTHING);
  }, [set, open, leave]);

  useEffect(() => {
    seen.current = [];
    passed.current.clear();
    setState(NOTHING);
    void attempt(async () => {
      if (first) await open(first);
      else await goOn();
    });
  }, [set, first]);

  const id = state.photo?.id;
  useEffect(() => {
    if (!id) return undefined;
    const timer = setInterval(() => void sets.claimPhoto(set, id, true).catch(() => undefined), CLAIM_MS);
    return () => clearInterval(timer);
  }, [set, id]);
  const now = useRef(id);
  now.current = id;
  useEffect(() => () => leave(now.current), [leave]);

  /** What was sent last, with its key: sent again after an answer was lost, it is the same edit. */
  const sent = useRef({ said: "", key: "" });
  const write = async (photo: SetPhoto, edit: SetEdit): Promise<SetPhoto> => {
    const said = JSON.stringify([photo.id, photo.number, edit]);
    if (sent.current.said !== said) sent.current = { said, key: newKey() };
    try {
      return await sets.editPhoto(set, photo, edit, sent.current.key);
    } catch (failure) {
      // Others were faster: show how it stands now. Nothing of theirs is overwritten.
      if (failure instanceof ApiFailure && failure.code === "set_photo_moved_on") setState(stateOf(await sets.getPhoto(set, photo.id)));
      throw failure;
    }
  };
  const edit = (make: (photo: SetPhoto) => SetEdit | null): void => void attempt(async () => {
    const { photo } = state;
    const said = photo && make(photo);
    if (!photo || !said) return;
    const after = await write(photo, said);
    setSaved((all) => [...all, { photo: photo.id, edit: after.number }]);
    if (!after.removed && openDoubt(after)) setState(stateOf(after));
    else await goOn(photo.id);
  });
  const settled = (): number[] => (state.doubt && state.doubt.settled === null ? [state.doubt.number] : []);
  const labelsEdit = (labels: readonly SetLabel[]): SetEdit => ({ kind: "labels", labels: labels as never, findings: settled() });

  return {
    ...state,
    left,
    saved: saved.length,
    error,
    select: (selected) => setState((old) => ({ ...old, selected, grip: null })),
    take: (grip) => setState((old) => ({ ...old, grip })),
    look: (doubt) => setState((old) => ({ ...old, doubt, selected: labelOf(doubt, old.labels), grip: null })),
    change: (labels, selected) => setState((old) => ({ ...old, labels, past: [...old.past, old.labels], ...(selected === undefined ? {} : { selected, grip: null }) })),
    right: () => edit(() => (state.past.length ? labelsEdit(state.labels) : { kind: "accept", findings: settled() })),
    mend: () => edit(() => {
      const found = state.doubt && mended(state.doubt, state.labels);
      if (!found) return null;
      return found === "remove" ? { kind: "remove", findings: settled() } : labelsEdit(found);
    }),
    remove: () => edit(() => ({ kind: "remove", findings: settled() })),
    undo: () => {
      if (state.past.length) {
        setState((old) => ({ ...old, labels: old.past.at(-1) ?? old.labels, past: old.past.slice(0, -1), selected: null, grip: null }));
        return;
      }
      const last = saved.at(-1);
      if (last) void attempt(async () => {
        try {
          const photo = await open(last.photo, id);
          setState(stateOf(await write(photo, { kind: "undo", edit: last.edit })));
        } catch (failure) {
          // What can't be taken back any more is no use; after anything else the next try is for the same edit.
          if (!(failure instanceof ApiFailure && PAST.has(failure.code))) throw failure;
          setError(failure);
        }
        setSaved((all) => all.filter((each) => each !== last));
      });
    },
    cancel: () => setState((old) => (old.photo ? stateOf(old.photo, old.doubt) : old)),
    later: () => void attempt(async () => {
      if (id) passed.current.add(id);
      await goOn(id);
    }),
    before: () => void attempt(async () => {
      const at = seen.current.lastIndexOf(id ?? "");
      const last = seen.current[(at < 0 ? seen.current.length : at) - 1];
      if (last) {
        seen.current = seen.current.slice(0, seen.current.lastIndexOf(last));
        await open(last, id);
      }
    }),
    retry: () => void attempt(() => (id ? open(id).then(() => undefined) : goOn())),
  };
}
