// A table as the service has it, kept up to date: the service says when something happened, and where that can't be heard
// the page asks now and then. The last that was seen stays on the phone for when there is no connection.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiFailure, getTable } from "./api.ts";
import type { SessionState } from "./documents.ts";
import { load, save } from "./store.ts";

export interface Live {
  state: SessionState | null;
  /** Why it may be out of date. */
  error: ApiFailure | null;
  refresh: () => void;
}

const POLL_MS = 4_000;
/** While the service speaks by itself, asking is only for the case that its voice was lost unnoticed. */
const SELDOM_MS = 60_000;

export function useLiveTable(id: string | null): Live {
  const [state, setState] = useState<SessionState | null>(null);
  const [error, setError] = useState<ApiFailure | null>(null);
  const asking = useRef(false);
  const again = useRef(false);
  const current = useRef(id);
  current.current = id;

  const refresh = useCallback(async (): Promise<void> => {
    const asked = current.current;
    if (!asked) return;
    if (asking.current) {
      again.current = true; // something more happened while the answer was on its way
      return;
    }
    asking.current = true;
    try {
      const found = await getTable(asked);
      if (current.current !== asked) return;
      setState(found);
      setError(null);
      save(`table.${asked}`, found);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      if (current.current === asked) setError(failure);
    } finally {
      asking.current = false;
      if (again.current || current.current !== asked) {
        again.current = false;
        void refresh();
      }
    }
  }, []);

  useEffect(() => {
    setError(null);
    setState(id ? load<SessionState | null>(`table.${id}`, null) : null);
    if (!id) return undefined;
    void refresh();
    const source = new EventSource(`/api/sessions/${id}/live`);
    let heard = 0;
    source.onmessage = () => {
      heard = Date.now();
      void refresh();
    };
    source.onopen = () => {
      heard = Date.now();
      void refresh();
    };
    const poll = setInterval(() => {
      const quiet = source.readyState === EventSource.OPEN ? SELDOM_MS : 0;
      if (document.visibilityState === "visible" && Date.now() - heard >= quiet) {
        if (quiet) heard = Date.now();
        void refresh();
      }
    }, POLL_MS);
    const seen = (): void => void (document.visibilityState === "visible" && refresh());
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("online", seen);
    return () => {
      source.close();
      clearInterval(poll);
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("online", seen);
    };
  }, [id, refresh]);

  return { state: state?.id === id ? state : null, error, refresh: () => void refresh() };
}
