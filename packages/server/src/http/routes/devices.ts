import { z } from "zod";
import { PolylogError } from "../../errors.ts";
import { endedCookie } from "../auth/cookie.ts";
import type { Device } from "../auth/devices.ts";
import { roles } from "../auth/roles.ts";
import { defineRoute, RawAnswer } from "./define.ts";
import { done, id, isDone, ts } from "./fields.ts";

/** Signing in, and the devices that were let in. */

const JSON_TYPE = "application/json; charset=utf-8";

const name = z.string().trim().min(1).max(100);
const self = z.object({ device_id: id, name: z.string(), role: z.enum(["open", ...roles]) });

const postLogin = defineRoute({
  method: "post",
  path: "/api/login",
  role: "open",
  group: "devices",
  summary: "Trade a one-time code for a session cookie",
  body: z.object({ code: z.string().min(1).max(200) }),
  result: self,
  errors: ["not_authenticated", "too_many_requests"],
  handle: async ({ body }, { auth, exchange }) => {
    if (exchange === null) throw new PolylogError("not_supported", "A login is a request.");
    const { identity, cookie } = await auth.login(body.code, exchange.incoming);
    const answer = { device_id: identity.id, name: identity.name, role: identity.role };
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
    await auth.devices.revoke(who.id);
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
  errors: ["too_many_requests"],
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
  errors: ["too_many_requests"],
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
  summary: "Shut a device out; its streams close",
  params: z.object({ device_id: id }),
  result: done,
  errors: ["device_not_found"],
  handle: async ({ params }, { auth }) => {
    await auth.devices.revoke(params.device_id);
    return isDone;
  },
});

export const deviceRoutes = [postLogin, postLogout, getSelf, postCode, getDevices, postDevice, deleteDevice];
