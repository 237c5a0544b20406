import { roles } from "@polylog/core";
import { z } from "zod";
import { PolylogError } from "../../errors.ts";
import { endedCookie } from "../auth/cookie.ts";
import type { Device } from "../auth/devices.ts";
import { ownerDevice } from "./confirm.ts";
import { defineRoute, RawAnswer } from "./define.ts";
import { done, id, isDone, ts } from "./fields.ts";

/** Signing in, and the devices that were let in. */

const JSON_TYPE = "application/json; charset=utf-8";

const name = z.string().trim().min(1).max(100);
const self = z.object({ device_id: id, name: z.string(), role: z.enum(["open", ...roles]) });

const originKey = z
  .string()
  .describe("Goes in the header x-polylog-key of every request with the cookie; only here.");

const postLogin = defineRoute({
  method: "post",
  path: "/api/login",
  role: "open",
  group: "devices",
  summary: "Trade a one-time code for a session cookie and the key that has to come with it",
  body: z.object({ code: z.string().min(1).max(200) }),
  result: self.extend({ origin_key: originKey }),
  errors: ["not_authenticated", "too_many_requests"],
  handle: async ({ body }, { auth, exchange }) => {
    if (exchange === null) throw new PolylogError("not_supported", "A login is a request.");
    const { identity, cookie, originKey: origin_key } = await auth.login(body.code, exchange.incoming);
    const answer = { device_id: identity.id, name: identity.name, role: identity.role, origin_key };
    return new RawAnswer(JSON_TYPE, JSON.stringify(answer), { "set-cookie": cookie });
  },
});

const postLogout = defineRoute({
  method: "post",
  path: "/api/logout",
  role: "viewer",
  group: "devices",
  summary: "Sign this browser out",
  result: done,
  errors: ["not_supported"],
  handle: async (_, { auth, who, exchange }) => {
    if (who.via !== "cookie" || exchange === null) {
      throw new PolylogError("not_supported", "A token is not signed out; the owner revokes it.");
    }
    await auth.devices.signOut(who.id);
    return new RawAnswer(JSON_TYPE, JSON.stringify(isDone), { "set-cookie": endedCookie(exchange.incoming) });
  },
});

const getSelf = defineRoute({
  method: "get",
  path: "/api/me",
  role: "viewer",
  group: "devices",
  summary: "Which device this is, and what it may do",
  result: self,
  handle: (_, { who }) => ({ device_id: who.id, name: who.name, role: who.role }),
});

const postCode = defineRoute({
  method: "post",
  path: "/api/login-codes",
  role: "owner",
  group: "devices",
  summary: "Make a one-time code, good for a minute; a browser opens `/#code=…` with it",
  body: z.object({ role: z.enum(roles).default("owner"), name: name.default("browser") }),
  status: 201,
  result: z.object({ code: z.string(), expires_ts: ts }),
  errors: ["too_many_requests", "confirmation_required"],
  confirm: ({ body }) => (body.role === "owner" ? ownerDevice(`the browser "${body.name}"`) : null),
  handle: ({ body }, { auth }) => {
    const { code, expiresTs } = auth.newCode(body.role, body.name);
    return { code, expires_ts: expiresTs };
  },
});

const device = z
  .object({
    device_id: id,
    name: z.string(),
    role: z.enum(roles),
    via: z.enum(["token", "cookie"]),
    created_ts: ts,
    expires_ts: ts.nullable(),
    streams: z.int().describe("The streams it has open now."),
    seen_ts: ts.nullable().describe("When it asked for something last; null: not since the server started."),
  })
  .meta({ id: "Device" });

function toDevice(value: Device, streams: number, seenTs: number | null): z.input<typeof device> {
  const { deviceId, name, role, via, createdTs, expiresTs } = value;
  return {
    ...{ device_id: deviceId, name, role, via, created_ts: createdTs, expires_ts: expiresTs, streams },
    seen_ts: seenTs,
  };
}

const getDevices = defineRoute({
  method: "get",
  path: "/api/devices",
  role: "owner",
  group: "devices",
  summary: "The devices that were let in",
  result: z.object({ devices: z.array(device) }),
  handle: (_, { auth, streamsOf }) => ({
    devices: auth.devices
      .list()
      .map((value) => toDevice(value, streamsOf(value.deviceId), auth.devices.seenTs(value.deviceId))),
  }),
});

const postDevice = defineRoute({
  method: "post",
  path: "/api/devices",
  role: "owner",
  group: "devices",
  summary: "Let a program in; its token is in this answer and nowhere else",
  body: z.object({ name, role: z.enum(roles) }),
  status: 201,
  result: device.extend({ token: z.string() }),
  errors: ["too_many_requests", "confirmation_required"],
  confirm: ({ body }) => (body.role === "owner" ? ownerDevice(`"${body.name}"`) : null),
  handle: async ({ body }, { auth }) => {
    const { device: added, secret } = await auth.devices.add(body.name, body.role, "token", null);
    return { ...toDevice(added, 0, null), token: secret };
  },
});

const deleteDevice = defineRoute({
  method: "delete",
  path: "/api/devices/{device_id}",
  role: "owner",
  group: "devices",
  summary: "Revoke a device: its streams close, and what it left behind is paused",
  params: z.object({ device_id: id }),
  result: done,
  errors: ["device_not_found"],
  handle: async ({ params }, { auth, services }) => {
    await services.revokedDeviceWork.revoked(await auth.devices.revoke(params.device_id));
    return isDone;
  },
});

const leftover = z
  .object({
    kind: z.enum(["schedule", "mission", "idle_prompt", "queued_message"]),
    device_id: id,
    device_name: z.string(),
    device_role: z.enum(roles),
    project_root: z.string(),
    text: z.string(),
    schedule_id: id.nullable(),
    session_id: id.nullable().describe("Of a queued message."),
    item_id: id.nullable(),
    agent_id: id.nullable().describe("Of a queued message or an idle prompt."),
  })
  .meta({ id: "Leftover" });

const getLeftovers = defineRoute({
  method: "get",
  path: "/api/devices/leftovers",
  role: "owner",
  group: "devices",
  summary:
    "Schedules, missions, idle prompts and queued messages of revoked devices; they are paused until somebody resumes or removes them",
  result: z.object({ leftovers: z.array(leftover) }),
  handle: async (_, { services }) => ({
    leftovers: (await services.revokedDeviceWork.list()).map((value) => ({
      kind: value.kind,
      device_id: value.deviceId,
      device_name: value.deviceName,
      device_role: value.deviceRole,
      project_root: value.projectRoot,
      text: value.text,
      schedule_id: value.scheduleId,
      session_id: value.sessionId,
      item_id: value.itemId,
      agent_id: value.agentId,
    })),
  }),
});

export const deviceRoutes = [
  postLogin,
  postLogout,
  getSelf,
  postCode,
  getDevices,
  postDevice,
  deleteDevice,
  getLeftovers,
];
