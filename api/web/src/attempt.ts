// What somebody asks the page to do: why the last try did not work, and whether the screen is still there when it is done.

import { useEffect, useRef, useState } from "preact/hooks";
import { ApiFailure } from "./api.ts";

export interface Attempt {
  /** Why the last thing that was tried did not work. */
  refused: ApiFailure | null;
  /** Try something; answers what it gave, or null where it was refused. */
  attempt: <T>(work: () => Promise<T>) => Promise<{ done: T } | null>;
  /** Whether the screen was left meanwhile. */
  left: () => boolean;
}

export function useAttempt(): Attempt {
  const [refused, setRefused] = useState<ApiFailure | null>(null);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => void (gone.current = true);
  }, []);
  const attempt = async <T>(work: () => Promise<T>): Promise<{ done: T } | null> => {
    setRefused(null);
    try {
      return { done: await work() };
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      if (!gone.current) setRefused(failure);
      return null;
    }
  };
  return { refused, attempt, left: () => gone.current };
}
