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
  .describe("Send it in the header x-polylog-key with every request that uses the cookie. Shown only here.");

const device = z
  .object({
    deviceId: id,
    name: z.string(),
    role,
    via,
    createdTs: ts,
    expiresTs: ts.nullable(),
    streams: z.int().describe("Its open streams."),
    seenTs: ts.nullable().describe("The time of its last request; null: none since the server started."),
  })
  .meta({ id: "Device" });
/** A browser or program that was approved. */
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
    sessionId: id.nullable().describe("For a queued message."),
    itemId: id.nullable(),
    agentId: id.nullable().describe("For a queued message or an idle prompt."),
  })
  .meta({ id: "Leftover" });
/** An item that a revoked device created. It is paused until a person resumes or removes it. */
export type Leftover = Data<typeof leftover>;

/** Sign-in, and the approved devices. */
export const deviceRoutes = {
  login: defineRoute("devices.login", {
    summary: "Exchange a one-time code for a session cookie and its key",
    body: z.object({ code: z.string().min(1).max(200) }),
    result: self.extend({ originKey }),
    errors: ["not_authenticated", "too_many_requests"],
  }),
  logout: defineRoute("devices.logout", {
    summary: "Sign out this browser",
    result: done,
    errors: ["not_supported"],
  }),
  me: defineRoute("devices.me", {
    summary: "Get the current device and its role",
    result: self,
  }),
  newLoginCode: defineRoute("devices.newLoginCode", {
    summary: "Create a one-time sign-in code, valid for one minute; open `/#code=…` in a browser",
    body: z.object({ role: role.default("owner"), name: name.default("browser") }),
    status: 201,
    result: z.object({ code: z.string(), expiresTs: ts }),
    errors: ["too_many_requests", "confirmation_required"],
  }),
  list: defineRoute("devices.list", {
    summary: "List approved devices",
    result: z.object({ devices: z.array(device) }),
  }),
  add: defineRoute("devices.add", {
    summary: "Create a token for a program; it is shown only once",
    body: z.object({ name, role }),
    status: 201,
    result: device.extend({ token: z.string() }),
    errors: ["too_many_requests", "confirmation_required"],
  }),
  remove: defineRoute("devices.remove", {
    summary: "Revoke a device: close its streams and pause the items it created",
    params: z.object({ deviceId: id }),
    result: done,
    errors: ["device_not_found"],
  }),
  leftovers: defineRoute("devices.leftovers", {
    summary:
      "List schedules, missions, idle prompts and queued messages of revoked devices; they are paused until a person resumes or removes them",
    result: z.object({ leftovers: z.array(leftover) }),
  }),
};

const pairing = z
  .object({
    pairingId: id,
    role,
    state: z.enum(["open", "pending", "confirmed", "denied"]),
    expiresTs: ts,
    name: z.string().nullable().describe("The name that the device reports."),
    address: z.string().nullable().describe("The address that the request came from."),
  })
  .meta({ id: "Pairing" });
/** A device that is pairing. Its name and address are null until it has shown the code. */
export type Pairing = Data<typeof pairing>;

const pairAnswer = z.object({
  state: z.enum(["pending", "confirmed", "denied"]),
  claim: z.string().optional(),
  expiresTs: ts.optional(),
  deviceId: id.optional(),
  role: role.optional(),
  token: z.string().optional().describe("The device's token; shown only once."),
  originKey: z.string().optional().describe("With a cookie: the key, as in the response to a login."),
});
/** The response to a device that is pairing. */
export type PairAnswer = Data<typeof pairAnswer>;

const secret = z.string().min(1).max(200);

/** Pairing a phone: the owner creates a code, the phone shows it, the owner confirms, the phone gets its credential. */
export const pairingRoutes = {
  create: defineRoute("pairings.create", {
    summary: "Create a pairing code, valid once and for five minutes; open `/#pair=…` on a phone",
    body: z.object({ role: role.default("approver") }),
    status: 201,
    result: pairing.extend({ code: z.string() }),
    errors: ["too_many_requests"],
  }),
  list: defineRoute("pairings.list", {
    summary: "List open pairing codes and devices that wait for approval",
    result: z.object({ pairings: z.array(pairing) }),
  }),
  decide: defineRoute("pairings.decide", {
    summary: "Approve or deny a device",
    params: z.object({ pairingId: id }),
    body: z.object({ decision: z.enum(["confirm", "deny"]), role: role.optional() }),
    result: pairing,
    errors: ["pairing_not_found", "pairing_answered", "confirmation_required"],
  }),
  pair: defineRoute("pairings.pair", {
    summary: "For the device: send the code, then poll with the claim until the owner has decided",
    body: z.union([
      z.strictObject({ code: secret, name }),
      z.strictObject({
        claim: secret,
        via: via.default("token").describe("Browsers set this to get a cookie."),
      }),
    ]),
    result: pairAnswer,
    errors: ["not_authenticated", "too_many_requests"],
  }),
};
