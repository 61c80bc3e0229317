// The service, as the page calls it. Every failure is an ApiFailure with a code that the page has words for.

import type {
  ClubMember, ClubPlayer, EventAnswer, EventBody, EventPost, HandBody, HandRecord, Invite, InviteLook, Joined, Language, LineWhole, Me,
  MemberRole, OpenInvite, PreviewAnswer, Reading, RuleSet, ScoreBody, SeasonAnswer, SessionBody, SessionEntry, SessionState, Sheet, WayBack,
  WholeRuleSet, Written,
} from "./documents.ts";

/** A club's file as it was when it was chosen. */
export interface RulesFile {
  name: string;
  bytes: ArrayBuffer;
}

export class ApiFailure extends Error {
  readonly code: string;
  readonly status: number;
  readonly detail: Record<string, unknown>;

  constructor(code: string, status: number, message = code, detail: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.detail = detail;
  }

  /** Whether the same call may work later: no connection, or a service that is down or busy. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

function failure(status: number, body: unknown): ApiFailure {
  const error = (body as { error?: { code?: unknown; message?: unknown; detail?: unknown } } | null)?.error;
  if (typeof error?.code !== "string") return new ApiFailure(status >= 500 ? "internal" : "unknown", status);
  return new ApiFailure(error.code, status, String(error.message ?? error.code), (error.detail ?? {}) as Record<string, unknown>);
}

/** What the service would refuse, within another answer. */
export const refusal = (error: { code: string; message: string; detail: Record<string, unknown> }): ApiFailure =>
  new ApiFailure(error.code, 422, error.message, error.detail);

export async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...init });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiFailure("offline", 0);
  }
  const body: unknown = response.status === 204 ? null : await response.json().catch(() => null);
  if (!response.ok) throw failure(response.status, body);
  return body as T;
}

export function post<T>(path: string, body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal, method = "POST"): Promise<T> {
  const init: RequestInit = {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
  return call<T>(path, signal ? { ...init, signal } : init);
}

/** A query that names the club, where there is one. */
const of = (club: string | null, first = "?"): string => (club ? `${first}club=${club}` : "");

export const listRules = async (club: string | null): Promise<RuleSet[]> => (await call<{ rules: RuleSet[] }>(`/api/rules${of(club)}`)).rules;

export const ruleSet = ({ id, version }: Pick<RuleSet, "id" | "version">, club: string | null, signal: AbortSignal): Promise<WholeRuleSet> =>
  call<WholeRuleSet>(`/api/rules/${id}?version=${encodeURIComponent(version)}${of(club, "&")}`, { signal });

/** Add a club's own rules, or a new version of them. */
export const addRules = (file: RulesFile, club: string | null): Promise<WholeRuleSet> =>
  call<WholeRuleSet>(`/api/rules?file=${encodeURIComponent(file.name)}${of(club, "&")}`, {
    method: "POST",
    headers: { "content-type": "application/toml" },
    body: file.bytes,
  });

export const removeRules = (id: string, club: string | null): Promise<null> => call<null>(`/api/rules/${id}${of(club)}`, { method: "DELETE" });

/** Where a rule set's file lies. */
export const rulesFileUrl = (id: string, club: string | null): string => `/api/rules/${id}/file${of(club)}`;

export const scoreHand = (body: ScoreBody, signal: AbortSignal): Promise<Sheet> =>
  post<Sheet>("/api/scores", body, {}, signal);

export const confirmHand = (body: HandBody, key: string): Promise<HandRecord> =>
  post<HandRecord>("/api/hands", body, { "idempotency-key": key });

/** A photo, the number of its upload, and the rules by which its hand is judged; the service's usual ones where none are named. */
export interface ToRead {
  file: File;
  key: string;
  rules: { rules?: string; rules_version?: string };
  /** Where it belongs: a table, or else the club that is looked at. */
  session: string | null;
  club: string | null;
}

/** Upload a photo; `onSent` hears the share of it that is on its way (fetch can't tell that, so this is XMLHttpRequest). */
export function readPhoto({ file, key, rules, session, club }: ToRead, onSent: (share: number) => void, signal: AbortSignal): Promise<Reading> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append("photo", file, file.name || "photo.jpg");
    for (const [name, value] of Object.entries({ ...rules, session, club: session ? null : club })) if (value) form.append(name, value);
    request.open("POST", "/api/readings");
    request.setRequestHeader("idempotency-key", key);
    request.responseType = "json";
    request.upload.onprogress = (event) => event.lengthComputable && onSent(event.loaded / event.total);
    request.onerror = () => reject(new ApiFailure("offline", 0));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300 && request.response) resolve(request.response as Reading);
      else reject(failure(request.status, request.response));
    };
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

export const getReading = (id: string): Promise<Reading> => call<Reading>(`/api/readings/${id}`);

/* Tables */

export const listSessions = async (club: string, removed = false): Promise<SessionEntry[]> =>
  (await call<{ sessions: SessionEntry[] }>(`/api/clubs/${club}/sessions?limit=100${removed ? "&removed=true" : ""}`)).sessions;

export const openTable = (club: string, body: SessionBody, key: string): Promise<SessionState> =>
  post<SessionState>(`/api/clubs/${club}/sessions`, body, { "idempotency-key": key });

export const getTable = (id: string): Promise<SessionState> => call<SessionState>(`/api/sessions/${id}`);

export const postEvent = (id: string, body: EventPost, key: string): Promise<EventAnswer> =>
  post<EventAnswer>(`/api/sessions/${id}/events`, body, { "idempotency-key": key });

export const previewEvent = (id: string, event: EventBody, lang: Language, signal: AbortSignal): Promise<PreviewAnswer> =>
  post<PreviewAnswer>(`/api/sessions/${id}/preview`, { event, lang }, {}, signal);

export const listEvents = async (id: string): Promise<Written[]> => (await call<{ events: Written[] }>(`/api/sessions/${id}/events`)).events;

export const getLine = (id: string, number: number, lang: Language, signal: AbortSignal): Promise<LineWhole> =>
  call<LineWhole>(`/api/sessions/${id}/events/${number}?lang=${lang}`, { signal });

export const importBooks = (club: string, books: unknown, key: string): Promise<SessionState> =>
  post<SessionState>(`/api/clubs/${club}/sessions/import`, books, { "idempotency-key": key });

/** Bring in a table of a spreadsheet: a column for each player, a line for each hand or evening. */
export const importTable = (club: string, title: string, table: File, key: string): Promise<SessionState> =>
  call<SessionState>(`/api/clubs/${club}/sessions/import-csv?title=${encodeURIComponent(title)}`, {
    method: "POST",
    headers: { "content-type": "text/csv", "idempotency-key": key },
    body: table,
  });

export const getSeason = (club: string, unit: "money" | "chips", since: string | null): Promise<SeasonAnswer> =>
  call<SeasonAnswer>(`/api/clubs/${club}/standings?unit=${unit}${since ? `&since=${since}` : ""}`);

/* People */

export const whoAmI = (): Promise<Me> => call<Me>("/api/me");
export const signIn = (name: string, password: string): Promise<Me> => post<Me>("/api/signin", { name, password });
export const signUp = (name: string, password: string): Promise<Me> => post<Me>("/api/accounts", { name, password });
export const signOut = (): Promise<null> => call<null>("/api/signout", { method: "POST" });
export const renameMe = (name: string): Promise<Me> => post<Me>("/api/me", { name }, {}, undefined, "PATCH");
export const newPassword = (code: string, password: string): Promise<Me> => post<Me>("/api/reset", { code, password });
export const lookAtInvite = (code: string): Promise<InviteLook> => post<InviteLook>("/api/join/look", { code });
export const joinByInvite = (code: string, name: string | null, player: string | null): Promise<Joined> =>
  post<Joined>("/api/join", { code, name, player_id: player });

export const makeClub = (name: string, key: string): Promise<{ id: string }> => post<{ id: string }>("/api/clubs", { name }, { "idempotency-key": key });
export const renameClub = (club: string, name: string): Promise<unknown> => post(`/api/clubs/${club}`, { name }, {}, undefined, "PATCH");
export const deleteClub = (club: string, name: string): Promise<null> => call<null>(`/api/clubs/${club}?name=${encodeURIComponent(name)}`, { method: "DELETE" });

export const listMembers = async (club: string): Promise<ClubMember[]> => (await call<{ members: ClubMember[] }>(`/api/clubs/${club}/members`)).members;
export const setRole = (club: string, account: string, role: MemberRole): Promise<unknown> =>
  post(`/api/clubs/${club}/members/${account}`, { role }, {}, undefined, "PATCH");
export const removeMember = (club: string, account: string): Promise<null> => call<null>(`/api/clubs/${club}/members/${account}`, { method: "DELETE" });
export const makeReset = (club: string, account: string): Promise<WayBack> => post<WayBack>(`/api/clubs/${club}/members/${account}/reset`, {});

export const listPlayers = async (club: string): Promise<ClubPlayer[]> => (await call<{ players: ClubPlayer[] }>(`/api/clubs/${club}/players`)).players;
export const renamePlayer = (club: string, player: string, name: string): Promise<unknown> =>
  post(`/api/clubs/${club}/players/${player}`, { name }, {}, undefined, "PATCH");
/** Say whose account a player is. */
export const linkPlayer = (club: string, player: string, account: string): Promise<unknown> =>
  post(`/api/clubs/${club}/players/${player}`, { account_id: account }, {}, undefined, "PATCH");
export const removePlayer = (club: string, player: string): Promise<null> => call<null>(`/api/clubs/${club}/players/${player}`, { method: "DELETE" });

export const listInvites = async (club: string): Promise<OpenInvite[]> => (await call<{ invites: OpenInvite[] }>(`/api/clubs/${club}/invites`)).invites;
export const makeInvite = (club: string, session: string | null, role: MemberRole): Promise<Invite> =>
  post<Invite>(`/api/clubs/${club}/invites`, { role, session_id: session });
export const revokeInvite = (club: string, invite: string): Promise<null> => call<null>(`/api/clubs/${club}/invites/${invite}`, { method: "DELETE" });

/** A new Idempotency-Key. `crypto.randomUUID` is missing on plain http, `getRandomValues` is not. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
