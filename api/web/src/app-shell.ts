// The installed app: the service worker, and word of a newer version of the page.

import { useEffect, useState } from "preact/hooks";

const LOOK_MS = 30 * 60_000;

/** A function that takes up the newer version of the page, once there is one. Plain http has no service worker. */
export function useNewVersion(): (() => void) | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    const container = "serviceWorker" in navigator ? navigator.serviceWorker : null;
    if (!container || import.meta.env.DEV) return undefined;
    let registration: ServiceWorkerRegistration | null = null;
    const look = (): void => void (document.visibilityState === "visible" && registration?.update().catch(() => undefined));
    const watch = (worker: ServiceWorker | null): void =>
      worker?.addEventListener("statechange", () => worker.state === "installed" && container.controller && setWaiting(worker));
    void container.register("/worker.js").then((found) => {
      if (!found) return; // some browsers give nothing where workers are forbidden
      registration = found;
      if (found.waiting && container.controller) setWaiting(found.waiting);
      watch(found.installing);
      found.addEventListener("updatefound", () => watch(found.installing));
    }, () => undefined); // refused: the page works on without it
    document.addEventListener("visibilitychange", look);
    const timer = setInterval(look, LOOK_MS);
    return () => {
      document.removeEventListener("visibilitychange", look);
      clearInterval(timer);
    };
  }, []);
  if (!waiting) return null;
  return () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage("take over");
  };
}
