// The tables of a club, and whose names were heard there.

import { useState } from "preact/hooks";
import { ApiFailure, importBooks, listPlayers, listSessions, newKey } from "./api.ts";
import { useAsked } from "./asked.ts";
import type { SessionEntry } from "./documents.ts";

export interface Sessions {
  all: readonly SessionEntry[];
  loading: boolean;
  error: ApiFailure | null;
  /** Those who were at the table last first, then the rest of the club's list. */
  names: readonly string[];
  refresh: () => void;
  /** Bring books in from a file; answers the id of what came. */
  bringIn: (file: File) => Promise<string | null>;
  /** Why a file could not be brought in. */
  refused: ApiFailure | null;
}

export function useSessions(club: string | null, wanted: boolean): Sessions {
  const { answer, error, refresh } = useAsked(wanted ? club : null, () => Promise.all([listSessions(club ?? ""), listPlayers(club ?? "")]));
  const [refused, setRefused] = useState<ApiFailure | null>(null);
  const [all, players] = answer ?? [[], []];
  const bringIn = async (file: File): Promise<string | null> => {
    setRefused(null);
    try {
      const books: unknown = JSON.parse(await file.text());
      const { id } = await importBooks(club ?? "", books, newKey());
      refresh();
      return id;
    } catch (failure) {
      if (failure instanceof SyntaxError) setRefused(new ApiFailure("import_unreadable", 422));
      else if (failure instanceof ApiFailure) setRefused(failure);
      else throw failure;
      return null;
    }
  };
  const names = [...new Set([...all.flatMap((each) => each.players), ...players.map((each) => each.name)])].filter(Boolean);
  return { all, loading: wanted && answer === null && error === null, error, names, refresh, bringIn, refused };
}
