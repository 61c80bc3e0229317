// The service worker: it keeps the page's own files, so that the app opens without a connection. It never touches the
// service's answers; what waits to be sent lies in the page's queue. The build fills in the list of files (vite.config.ts).

/** The few parts of the worker's world that stand here; TypeScript can't know a page and a worker at once. */
interface Extendable {
  waitUntil: (work: Promise<unknown>) => void;
}
interface Fetching {
  readonly request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
interface World {
  readonly location: Location;
  readonly clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener(kind: "install" | "activate", listen: (event: Extendable) => void): void;
  addEventListener(kind: "fetch", listen: (event: Fetching) => void): void;
  addEventListener(kind: "message", listen: (event: { data: unknown }) => void): void;
}

declare const __FILES__: readonly string[];
declare const __VERSION__: string;

const world = self as unknown as World;
const CACHE = `tailens-${__VERSION__}`;
const KEPT = new Set(["/", ...__FILES__]);

async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Asked anew, not from the browser's own cache: a list of files and their contents belong together.
  await cache.addAll([...KEPT].map((path) => new Request(path, { cache: "reload", credentials: "same-origin" })));
}

async function dropOlder(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("tailens-") && name !== CACHE).map((name) => caches.delete(name)));
  await world.clients.claim();
}

async function kept(request: Request, path: string): Promise<Response> {
  return (await (await caches.open(CACHE)).match(path)) ?? fetch(request);
}

world.addEventListener("install", (event) => event.waitUntil(keep()));
world.addEventListener("activate", (event) => event.waitUntil(dropOlder()));
world.addEventListener("message", (event) => {
  if (event.data === "take over") void world.skipWaiting();
});
world.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === world.location.origin && KEPT.has(url.pathname)) {
    event.respondWith(kept(event.request, url.pathname));
  }
});
