// Who holds this phone, which clubs that opens, and which of them is looked at.

import { useCallback, useState } from "preact/hooks";
import * as api from "./api.ts";
import { ApiFailure } from "./api.ts";
import { useAsked } from "./asked.ts";
import type { ClubEntry, Me } from "./documents.ts";
import { load, save } from "./store.ts";

export interface Membership {
  who: Me["account"];
  mayFound: boolean;
  clubs: readonly ClubEntry[];
  /** The club that is looked at. */
  club: ClubEntry | null;
  /** Whether this phone was invited to that table. */
  isAt: (session: string) => boolean;
  error: ApiFailure | null;
  loading: boolean;
  choose: (club: string) => void;
  refresh: () => void;
  /** Come in by an invite; answers the table where it is to one only. */
  join: (code: string, name: string | null, player: string | null) => Promise<string | null>;
  signIn: (name: string, password: string) => Promise<void>;
  signUp: (name: string, password: string) => Promise<void>;
  signOut: () => Promise<void>;
  reset: (code: string, password: string) => Promise<void>;
  rename: (name: string) => Promise<void>;
  /** Be this player of the club's list, and bear his name where one has none: what is in the way of it is no error here. */
  sitAs: (name: string, player: string | null) => Promise<void>;
  makeClub: (name: string) => Promise<void>;
  renameClub: (name: string) => Promise<void>;
  deleteClub: (name: string) => Promise<void>;
}

export function useMembership(): Membership {
  const { answer, error, refresh } = useAsked("me", api.whoAmI);
  const [chosen, setChosen] = useState<string | null>(() => load<string | null>("club", null));
  const choose = useCallback((club: string): void => {
    setChosen(club);
    save("club", club);
  }, []);
  const sessions = answer?.sessions;
  const isAt = useCallback((session: string): boolean => sessions?.some((each) => each.session_id === session) ?? false, [sessions]);
  const clubs = answer?.clubs ?? [];
  const club = clubs.find((each) => each.id === chosen) ?? clubs[0] ?? null;
  return {
    who: answer?.account ?? null,
    mayFound: answer?.may_found ?? false,
    clubs,
    club,
    isAt,
    error,
    loading: answer === null && error === null,
    choose,
    refresh,
    join: async (code, name, player) => {
      const joined = await api.joinByInvite(code, name, player);
      choose(joined.club_id);
      refresh();
      return joined.session_id;
    },
    signIn: async (name, password) => void (await api.signIn(name, password), refresh()),
    signUp: async (name, password) => void (await api.signUp(name, password), refresh()),
    signOut: async () => {
      await api.signOut();
      location.reload(); // nothing of the account stays on the screen
    },
    reset: async (code, password) => void (await api.newPassword(code, password), refresh()),
    rename: async (name) => void (await api.renameMe(name), refresh()),
    sitAs: async (name, player) => {
      const own = answer?.account;
      if (!own || !name) return;
      const tries = [() => (own.name ? Promise.resolve(null) : api.renameMe(name)), () => (player ? api.linkPlayer(club?.id ?? "", player, own.id) : Promise.resolve(null))];
      for (const attempt of tries) {
        await attempt().catch((failure: unknown) => {
          if (!(failure instanceof ApiFailure)) throw failure;
        });
      }
      refresh();
    },
    makeClub: async (name) => {
      choose((await api.makeClub(name, api.newKey())).id);
      refresh();
    },
    renameClub: async (name) => void (await api.renameClub(club?.id ?? "", name), refresh()),
    deleteClub: async (name) => void (await api.deleteClub(club?.id ?? "", name), refresh()),
  };
}
