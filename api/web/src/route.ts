// Which screen the address names. It stands behind the "#", so that the page needs nothing of the service to open.

import { useEffect, useState } from "preact/hooks";

export type BooksLeaf = "standings" | "hands" | "history";

export type Route =
  | { screen: "home" }
  | { screen: "work" }
  | { screen: "done" }
  | { screen: "club" }
  | { screen: "open" }
  | { screen: "season" }
  | { screen: "people" }
  | { screen: "account" }
  | { screen: "sets" }
  | { screen: "models" }
  | { screen: "set"; id: string }
  | { screen: "review"; id: string; photo: string | null }
  | { screen: "join" | "reset"; secret: string }
  | { screen: "table"; id: string }
  | { screen: "books"; id: string; leaf: BooksLeaf };

export const HOME: Route = { screen: "home" };

const PLAIN = ["work", "done", "club", "open", "season", "people", "account", "sets", "models"] as const;
const LEAVES: readonly BooksLeaf[] = ["standings", "hands", "history"];

/** The route of what stands in the address; the start where it names none. */
export function parseRoute(hash: string): Route {
  const [screen = "", id = "", leaf = ""] = hash.replace(/^#?\/?/, "").split("/");
  const plain = PLAIN.find((each) => each === screen);
  if (plain) return { screen: plain };
  if ((screen === "join" || screen === "reset") && id) return { screen, secret: decoded(id) };
  if (!/^[0-9a-f]{32}$/.test(id)) return HOME;
  if (screen === "table" || screen === "set") return { screen, id };
  if (screen === "review") return { screen, id, photo: /^[0-9a-f]{32}$/.test(leaf) ? leaf : null };
  if (screen === "books") return { screen, id, leaf: LEAVES.find((each) => each === leaf) ?? "standings" };
  return HOME;
}

/** What was typed into the address by hand need not be well formed. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function hashOf(route: Route): string {
  if (route.screen === "home") return "#/";
  if (route.screen === "table" || route.screen === "set") return `#/${route.screen}/${route.id}`;
  if (route.screen === "review") return `#/review/${route.id}${route.photo ? `/${route.photo}` : ""}`;
  if (route.screen === "join" || route.screen === "reset") return `#/${route.screen}/${encodeURIComponent(route.secret)}`;
  if (route.screen === "books") return `#/books/${route.id}/${route.leaf}`;
  return `#/${route.screen}`;
}

/** Where "back" leads. */
export function above(route: Route, table: string | null): Route {
  switch (route.screen) {
    case "books":
      return { screen: "table", id: route.id };
    case "review":
      return { screen: "set", id: route.id };
    case "set":
      return { screen: "sets" };
    case "work":
    case "done":
      return table ? { screen: "table", id: table } : HOME;
    case "open":
    case "season":
    case "people":
    case "account":
    case "sets":
    case "models":
    case "table":
      return { screen: "club" };
    default:
      return HOME;
  }
}

export function go(route: Route): void {
  location.hash = hashOf(route);
}

/** Go there without a step in the phone's own "back". */
export function replace(route: Route): void {
  history.replaceState(null, "", hashOf(route));
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const change = (): void => setHash(location.hash);
    window.addEventListener("hashchange", change);
    return () => window.removeEventListener("hashchange", change);
  }, []);
  return parseRoute(hash);
}
