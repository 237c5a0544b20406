import { z } from "zod";
import { roles } from "../roles.ts";
import { defineRoute } from "./contract.ts";
import { done, id, ts } from "./fields.ts";
import type { Data } from "./wire.ts";

const name = z.string().trim().min(1).max(100);
const role = z.enum(roles);
const via = z.enum(["token", "cookie"]);

const self = z.object({ deviceId: id, name: z.string(), role: z.enum(["open", ...roles]) });
export type Self = Data<typeof self>;

const originKey = z
  .string()
  .describe("Goes in the header x-polylog-key of every request with the cookie; only here.");

const device = z
  .object({
    deviceId: id,
    name: z.string(),
    role,
    via,
    createdTs: ts,
    expiresTs: ts.nullable(),
    streams: z.int().describe("The streams it has open now."),
    seenTs: ts.nullable().describe("When it asked for something last; null: not since the server started."),
  })
  .meta({ id: "Device" });
/** A browser or program that was let in. */
export type Device = Data<typeof device>;

const leftover = z
  .object({
    kind: z.enum(["schedule", "mission", "idle_prompt", "queued_message"]),
    deviceId: id,
    deviceName: z.string(),
    deviceRole: role,
    projectRoot: z.string(),
    text: z.string(),
    scheduleId: id.nullable(),
    sessionId: id.nullable().describe("Of a queued message."),
    itemId: id.nullable(),
    agentId: id.nullable().describe("Of a queued message or an idle prompt."),
  })
  .meta({ id: "Leftover" });
/** Something that a revoked device left behind. It is paused until somebody resumes or removes it. */
export type Leftover = Data<typeof leftover>;

/** Signing in, and the devices that were let in. */
export const deviceRoutes = {
  login: defineRoute("devices.login", {
    group: "devices",
    summary: "Trade a one-time code for a session cookie and the key that has to come with it",
    body: z.object({ code: z.string().min(1).max(200) }),
    result: self.extend({ originKey }),
    errors: ["not_authenticated", "too_many_requests"],
  }),
  logout: defineRoute("devices.logout", {
    group: "devices",
    summary: "Sign this browser out",
    result: done,
    errors: ["not_supported"],
  }),
  me: defineRoute("devices.me", {
    group: "devices",
    summary: "Which device this is, and what it may do",
    result: self,
  }),
  newLoginCode: defineRoute("devices.newLoginCode", {
    group: "devices",
    summary: "Make a one-time code, good for a minute; a browser opens `/#code=…` with it",
    body: z.object({ role: role.default("owner"), name: name.default("browser") }),
    status: 201,
    result: z.object({ code: z.string(), expiresTs: ts }),
    errors: ["too_many_requests", "confirmation_required"],
  }),
  list: defineRoute("devices.list", {
    group: "devices",
    summary: "The devices that were let in",
    result: z.object({ devices: z.array(device) }),
  }),
  add: defineRoute("devices.add", {
    group: "devices",
    summary: "Let a program in; its token is in this answer and nowhere else",
    body: z.object({ name, role }),
    status: 201,
    result: device.extend({ token: z.string() }),
    errors: ["too_many_requests", "confirmation_required"],
  }),
  remove: defineRoute("devices.remove", {
    group: "devices",
    summary: "Revoke a device: its streams close, and what it left behind is paused",
    params: z.object({ deviceId: id }),
    result: done,
    errors: ["device_not_found"],
  }),
  leftovers: defineRoute("devices.leftovers", {
    group: "devices",
    summary:
      "Schedules, missions, idle prompts and queued messages of revoked devices; they are paused until somebody resumes or removes them",
    result: z.object({ leftovers: z.array(leftover) }),
  }),
};

const pairing = z
  .object({
    pairingId: id,
    role,
    state: z.enum(["open", "pending", "confirmed", "denied"]),
    expiresTs: ts,
    name: z.string().nullable().describe("How the device calls itself."),
    address: z.string().nullable().describe("Where it asked from."),
  })
  .meta({ id: "Pairing" });
/** A device that is being let in. Its name and address are null before it has shown the code. */
export type Pairing = Data<typeof pairing>;

const pairAnswer = z.object({
  state: z.enum(["pending", "confirmed", "denied"]),
  claim: z.string().optional(),
  expiresTs: ts.optional(),
  deviceId: id.optional(),
  role: role.optional(),
  token: z.string().optional().describe("The device's own; in this answer and nowhere else."),
  originKey: z.string().optional().describe("Beside a cookie, as in the answer of a login."),
});
/** What a device that is being let in is told. */
export type PairAnswer = Data<typeof pairAnswer>;

const secret = z.string().min(1).max(200);

/** A phone is let in: the owner makes a code, the phone shows it, the owner confirms, the phone gets its secret. */
export const pairingRoutes = {
  create: defineRoute("pairings.create", {
    group: "devices",
    summary: "Make a code for a device, good for five minutes and once; a phone opens `/#pair=…` with it",
    body: z.object({ role: role.default("approver") }),
    status: 201,
    result: pairing.extend({ code: z.string() }),
    errors: ["too_many_requests"],
  }),
  list: defineRoute("pairings.list", {
    group: "devices",
    summary: "Codes that are open, and devices that wait to be let in",
    result: z.object({ pairings: z.array(pairing) }),
  }),
  decide: defineRoute("pairings.decide", {
    group: "devices",
    summary: "Let a device in, or not",
    params: z.object({ pairingId: id }),
    body: z.object({ decision: z.enum(["confirm", "deny"]), role: role.optional() }),
    result: pairing,
    errors: ["pairing_not_found", "pairing_answered", "confirmation_required"],
  }),
  pair: defineRoute("pairings.pair", {
    group: "devices",
    summary: "For the device: show the code, then ask with the claim until the owner has decided",
    body: z.union([
      z.strictObject({ code: secret, name }),
      z.strictObject({ claim: secret, via: via.default("token").describe("A browser takes a cookie.") }),
    ]),
    result: pairAnswer,
    errors: ["not_authenticated", "too_many_requests"],
  }),
};
