import assert from "node:assert/strict";
import test from "node:test";
import type { Route } from "./route.ts";
import { above, hashOf, HOME, parseRoute } from "./route.ts";

const ID = "0123456789abcdef0123456789abcdef";

const ROUTES: Route[] = [
  HOME,
  { screen: "work" },
  { screen: "club" },
  { screen: "table", id: ID },
  { screen: "books", id: ID, leaf: "hands" },
  { screen: "sets" },
  { screen: "set", id: ID },
  { screen: "review", id: ID, photo: null },
  { screen: "review", id: ID, photo: ID },
];

test("an address and its screen are inverses", () => {
  for (const route of ROUTES) assert.deepEqual(parseRoute(hashOf(route)), route);
});

test("back leads from a review to its set, and from a set to the others", () => {
  assert.deepEqual(above({ screen: "review", id: ID, photo: ID }, null), { screen: "set", id: ID });
  assert.deepEqual(above({ screen: "set", id: ID }, null), { screen: "sets" });
});

test("an address that names nothing is the start", () => {
  for (const hash of ["", "#", "#/", "#/nowhere", "#/table/../../etc", "#/table/12", "#/books"]) assert.deepEqual(parseRoute(hash), HOME);
});

test("a secret that is no well-formed address is shown as it stands, and told to be wrong", () => {
  assert.deepEqual(parseRoute("#/join/%E0%"), { screen: "join", secret: "%E0%" });
  assert.deepEqual(parseRoute("#/join/a%2Fb"), { screen: "join", secret: "a/b" });
});

test("back leads from the books to their table, and from a hand to the table it is played at", () => {
  assert.deepEqual(above({ screen: "books", id: ID, leaf: "history" }, null), { screen: "table", id: ID });
  assert.deepEqual(above({ screen: "work" }, ID), { screen: "table", id: ID });
  assert.deepEqual(above({ screen: "work" }, null), HOME);
});
