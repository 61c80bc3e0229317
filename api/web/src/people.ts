// Who belongs to a club, whose names are on its list, and what an owner may do about it.

import * as api from "./api.ts";
import type { ApiFailure } from "./api.ts";
import { useAsked } from "./asked.ts";
import { useAttempt } from "./attempt.ts";
import type { ClubMember, ClubPlayer, MemberRole, OpenInvite, WayBack } from "./documents.ts";
import { keepsBooks } from "./tables.ts";

export interface PeopleOf {
  members: readonly ClubMember[];
  players: readonly ClubPlayer[];
  invites: readonly OpenInvite[];
  error: ApiFailure | null;
  /** Why the last thing that was tried did not work. */
  refused: ApiFailure | null;
  refresh: () => void;
  /** Each answers whether it worked. */
  setRole: (account: string, role: MemberRole) => Promise<boolean>;
  removeMember: (account: string) => Promise<boolean>;
  rename: (player: string, name: string) => Promise<boolean>;
  removePlayer: (player: string) => Promise<boolean>;
  revoke: (invite: string) => Promise<boolean>;
  reset: (account: string) => Promise<WayBack | null>;
}

/** `role` is the caller's: viewers see the players only, and invites are for who may make them. */
export function usePeople(club: string, role: MemberRole): PeopleOf {
  const none = Promise.resolve([]);
  const { answer, error, refresh } = useAsked(`${club} ${role}`, () =>
    Promise.all([
      role === "viewer" ? (none as Promise<ClubMember[]>) : api.listMembers(club),
      api.listPlayers(club),
      keepsBooks(role) ? api.listInvites(club) : (none as Promise<OpenInvite[]>),
    ]));
  const [members, players, invites] = answer ?? [[], [], []];
  const { refused, attempt } = useAttempt();
  const tried = async <T>(work: () => Promise<T>): Promise<{ done: T } | null> => {
    const found = await attempt(work);
    if (found) refresh();
    return found;
  };
  const did = async (work: () => Promise<unknown>): Promise<boolean> => (await tried(work)) !== null;
  return {
    members,
    players,
    invites,
    error,
    refused,
    refresh,
    setRole: (account, next) => did(() => api.setRole(club, account, next)),
    removeMember: (account) => did(() => api.removeMember(club, account)),
    rename: (player, name) => did(() => api.renamePlayer(club, player, name)),
    removePlayer: (player) => did(() => api.removePlayer(club, player)),
    revoke: (invite) => did(() => api.revokeInvite(club, invite)),
    reset: async (account) => (await tried(() => api.makeReset(club, account)))?.done ?? null,
  };
}
