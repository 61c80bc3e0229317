// The tables of a club, and whose names were heard there.

import { useState } from "preact/hooks";
import { ApiFailure, importBooks, importTable, listPlayers, listSessions, newKey } from "./api.ts";
import { useAsked } from "./asked.ts";
import type { SessionEntry } from "./documents.ts";

export interface Sessions {
  all: readonly SessionEntry[];
  /** Those that were taken off the list, for who may bring them back. */
  removed: readonly SessionEntry[];
  loading: boolean;
  error: ApiFailure | null;
  /** Those who were at the table last first, then the rest of the club's list. */
  names: readonly string[];
  refresh: () => void;
  /** Bring books in from a file, JSON or a table; answers the id of what came. */
  bringIn: (file: File) => Promise<string | null>;
  /** Why a file could not be brought in. */
  refused: ApiFailure | null;
}

const TITLE_LENGTH = 80;

export function useSessions(club: string | null, keeps: boolean, wanted: boolean): Sessions {
  const { answer, error, refresh } = useAsked(wanted ? club : null, () =>
    Promise.all([listSessions(club ?? ""), listPlayers(club ?? ""), keeps ? listSessions(club ?? "", true) : []]),
  );
  const [refused, setRefused] = useState<ApiFailure | null>(null);
  const [all, players, removed] = answer ?? [[], [], []];
  const bringIn = async (file: File): Promise<string | null> => {
    setRefused(null);
    try {
      const named = /^(.*)\.csv$/i.exec(file.name);
      const { id } = named
        ? await importTable(club ?? "", (named[1] ?? "").slice(0, TITLE_LENGTH), file, newKey())
        : await importBooks(club ?? "", JSON.parse(await file.text()), newKey());
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
  return { all, removed, loading: wanted && answer === null && error === null, error, names, refresh, bringIn, refused };
}
