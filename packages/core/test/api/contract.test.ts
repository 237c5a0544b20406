import { expect, test } from "vitest";
import type { z } from "zod";
import {
  allRoutes,
  answerRoutes,
  encode,
  fromWire,
  isVerbatim,
  may,
  missionRoutes,
  roles,
  routeTable,
  toWire,
  wireFields,
  wireName,
} from "../../src/index.ts";

test("[A1] each route is listed once, and its path names exactly its parameters", () => {
  const names = allRoutes.map(({ method, path }) => `${method} ${path}`);
  expect(names).toHaveLength(new Set(names).size);
  const listed = Object.values(routeTable).map(([method, path]) => `${method} ${path}`);
  expect(names.toSorted()).toEqual(listed.toSorted());
  for (const { path, params } of allRoutes) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect([path, params === undefined ? [] : wireFields(params)]).toEqual([path, inPath]);
  }
});

test("[A1] no field is in two parts of a route, except for one that may be in either", () => {
  for (const { path, params, query, body } of allRoutes) {
    const fields = [params, query, body].flatMap((part) => (part && wireFields(part)) ?? []);
    const twice = fields.filter((name, index) => fields.indexOf(name) !== index);
    expect([path, twice]).toEqual([
      path,
      path === "/api/mission" && twice.length > 0 ? ["project_root"] : [],
    ]);
  }
});

test("[A1] a caller without schemas knows by the method whether fields outside the path go into the query or the body", () => {
  for (const { method, path, query, body } of allRoutes) {
    if (method === "post" || method === "patch") expect([path, query]).toEqual([path, undefined]);
    else if (body !== undefined) expect(wireFields(body)).toEqual(query && wireFields(query));
  }
});

/** The names of opaque fields in everything that a schema describes; true if the whole value is opaque. */
function opaqueIn(schema: z.core.$ZodType): Set<string> | true {
  const { def } = schema._zod as unknown as { readonly def: Definition };
  const all = (parts: readonly z.core.$ZodType[]) =>
    new Set(parts.flatMap((part) => [...ownOpaque(opaqueIn(part))]));
  if (def.innerType !== undefined) return opaqueIn(def.innerType);
  if (isVerbatim(schema) || def.type === "unknown" || def.type === "record") return true;
  if (def.element !== undefined) return opaqueIn(def.element);
  if (def.options !== undefined) {
    const found = def.options.map(opaqueIn);
    return found.includes(true) ? true : all(def.options);
  }
  if (def.type === "intersection") return all([def.left, def.right] as z.core.$ZodType[]);
  const fields = Object.entries(def.shape ?? {});
  return new Set(
    fields.flatMap(([name, field]) => {
      const inside = opaqueIn(field);
      return inside === true ? [name] : [...inside];
    }),
  );
}

const ownOpaque = (found: Set<string> | true) => (found === true ? [] : found);

interface Definition {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly left?: z.core.$ZodType;
  readonly right?: z.core.$ZodType;
}

test("[A2] a caller without schemas leaves the same values unchanged as the schemas do", () => {
  for (const { path, opaque, type, body, result } of allRoutes) {
    const parts = [...(body === undefined ? [] : [body]), ...(type === undefined ? [result] : [])].map(
      opaqueIn,
    );
    const found = parts.includes(true) || [...new Set(parts.flatMap((part) => [...ownOpaque(part)]))];
    expect([path, found]).toEqual([path, opaque ?? []]);
  }
});

test("[A2] names are converted equally with and without schemas", () => {
  const mission = { missionId: "m", budget: { costUsd: 1 }, sessions: { my_agent: "s1" } };
  const answer = encode(missionRoutes.get.result, { mission });
  expect(answer).toEqual({
    mission: { mission_id: "m", budget: { cost_usd: 1 }, sessions: { my_agent: "s1" } },
  });
  expect(fromWire(answer, missionRoutes.get.opaque)).toEqual({ mission });
  expect(toWire({ mission, absent: undefined }, missionRoutes.get.opaque)).toEqual(answer);
  expect(fromWire({ a_b: { c_d: 1 } }, true)).toEqual({ a_b: { c_d: 1 } });
  expect(["sessionId", "costUsd", "q", "isOwn"].map(wireName)).toEqual([
    "session_id",
    "cost_usd",
    "q",
    "is_own",
  ]);
});

test("[A3] a prompter may answer an agent's questions, an approver also permissions and plans", () => {
  const allowed = (kind: keyof typeof answerRoutes) => roles.filter((role) => may(role, answerRoutes[kind]));
  expect(allowed("question")).toEqual(["prompter", "approver", "owner"]);
  expect(allowed("permission")).toEqual(["approver", "owner"]);
  expect(allowed("plan")).toEqual(["approver", "owner"]);
  expect(may("open", answerRoutes.question)).toBe(false);
});
