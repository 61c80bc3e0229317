// The service, as the page calls it. Every failure is an ApiFailure with a code that the page has words for.

import type { HandBody, HandRecord, Reading, RuleSet, ScoreBody, Sheet, WholeRuleSet } from "./documents.ts";

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

async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
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

function post<T>(path: string, body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<T> {
  const init: RequestInit = {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
  return call<T>(path, signal ? { ...init, signal } : init);
}

export const listRules = async (): Promise<RuleSet[]> => (await call<{ rules: RuleSet[] }>("/api/rules")).rules;

export const ruleSet = ({ id, version }: RuleSet, signal: AbortSignal): Promise<WholeRuleSet> =>
  call<WholeRuleSet>(`/api/rules/${id}?version=${encodeURIComponent(version)}`, { signal });

/** Add a club's own rules, or a new version of them. */
export const addRules = (file: RulesFile): Promise<WholeRuleSet> =>
  call<WholeRuleSet>(`/api/rules?file=${encodeURIComponent(file.name)}`, {
    method: "POST",
    headers: { "content-type": "application/toml" },
    body: file.bytes,
  });

export const removeRules = (id: string): Promise<null> => call<null>(`/api/rules/${id}`, { method: "DELETE" });

export const scoreHand = (body: ScoreBody, signal: AbortSignal): Promise<Sheet> =>
  post<Sheet>("/api/scores", body, {}, signal);

export const confirmHand = (body: HandBody, key: string): Promise<HandRecord> =>
  post<HandRecord>("/api/hands", body, { "idempotency-key": key });

/** A photo, the number of its upload, and the rules by which its hand is judged; the service's usual ones where none are named. */
export interface ToRead {
  file: File;
  key: string;
  rules: { rules?: string; rules_version?: string };
}

/** Upload a photo; `onSent` hears the share of it that is on its way (fetch can't tell that, so this is XMLHttpRequest). */
export function readPhoto({ file, key, rules }: ToRead, onSent: (share: number) => void, signal: AbortSignal): Promise<Reading> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append("photo", file, file.name || "photo.jpg");
    for (const [name, value] of Object.entries(rules)) form.append(name, value);
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

/** A new Idempotency-Key. `crypto.randomUUID` is missing on plain http, `getRandomValues` is not. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
