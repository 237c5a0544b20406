import { expect, test } from "vitest";
import { allRoutes, answerRoutes, may, roles, wireFields, wireName } from "../../src/index.ts";

test("[A1] each route is there once, and its path names exactly its parameters", () => {
  const names = allRoutes.map(({ method, path }) => `${method} ${path}`);
  expect(names).toHaveLength(new Set(names).size);
  for (const { path, params } of allRoutes) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect([path, params === undefined ? [] : wireFields(params)]).toEqual([path, inPath]);
  }
});

test("[A1] no field is in two parts of a route, but for one that may stand in either", () => {
  for (const { path, params, query, body } of allRoutes) {
    const fields = [params, query, body].flatMap((part) => (part && wireFields(part)) ?? []);
    const twice = fields.filter((name, index) => fields.indexOf(name) !== index);
    expect([path, twice]).toEqual([
      path,
      path === "/api/mission" && twice.length > 0 ? ["project_root"] : [],
    ]);
  }
});

test("[A2] a name of the code and its wire name are each other's only ones", () => {
  expect(["sessionId", "costUsd", "q", "isOwn"].map(wireName)).toEqual([
    "session_id",
    "cost_usd",
    "q",
    "is_own",
  ]);
});

test("[A3] who may answer what an agent asks: a prompter its questions, an approver also permissions and plans", () => {
  const allowed = (kind: keyof typeof answerRoutes) => roles.filter((role) => may(role, answerRoutes[kind]));
  expect(allowed("question")).toEqual(["prompter", "approver", "owner"]);
  expect(allowed("permission")).toEqual(["approver", "owner"]);
  expect(allowed("plan")).toEqual(["approver", "owner"]);
  expect(may("open", answerRoutes.question)).toBe(false);
});
