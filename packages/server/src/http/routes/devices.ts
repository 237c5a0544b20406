import { type Device, deviceRoutes, pairingRoutes } from "@polylog/core";
import { PolylogError } from "../../polylog-error.ts";
import { endedCookie } from "../auth/cookie.ts";
import type { Device as StoredDevice } from "../auth/devices.ts";
import { ownerDevice } from "./confirm.ts";
import { handle, ResultWithHeaders } from "./handler.ts";

function toDevice(
  { hash: _, keyHash: __, ...device }: StoredDevice,
  streams: number,
  seenTs: number | null,
): Device {
  return { ...device, streams, seenTs };
}

export const deviceHandlers = [
  handle(deviceRoutes.login, async ({ body }, { auth, exchange }) => {
    if (exchange === null)
      throw new PolylogError("not_supported", "Sign in with an HTTP request instead of a socket.");
    const { identity, cookie, originKey } = await auth.login(body.code, exchange.incoming);
    const { id: deviceId, name, role } = identity;
    return new ResultWithHeaders({ deviceId, name, role, originKey }, { "set-cookie": cookie });
  }),
  handle(deviceRoutes.logout, async (_, { auth, who, exchange }) => {
    if (who.via !== "cookie" || exchange === null) {
      throw new PolylogError("not_supported", "A token cannot be signed out. Revoke it instead.");
    }
    await auth.devices.signOut(who.id);
    return new ResultWithHeaders({ ok: true as const }, { "set-cookie": endedCookie(exchange.incoming) });
  }),
  handle(deviceRoutes.me, (_, { who }) => ({ deviceId: who.id, name: who.name, role: who.role })),
  handle(
    deviceRoutes.newLoginCode,
    ({ body }, { auth }) => auth.newCode(body.role, body.name),
    ({ body }) => (body.role === "owner" ? ownerDevice(`the browser "${body.name}"`) : null),
  ),
  handle(deviceRoutes.list, (_, { auth: { devices }, streamsOf }) => ({
    devices: devices
      .list()
      .map((device) => toDevice(device, streamsOf(device.deviceId), devices.seenTs(device.deviceId))),
  })),
  handle(
    deviceRoutes.add,
    async ({ body }, { auth }) => {
      const { device, secret } = await auth.devices.add(body.name, body.role, "token", null);
      return { ...toDevice(device, 0, null), token: secret };
    },
    ({ body }) => (body.role === "owner" ? ownerDevice(`"${body.name}"`) : null),
  ),
  handle(deviceRoutes.remove, async ({ params }, { auth, services }) =>
    services.revokedDeviceWork.revoked(await auth.devices.revoke(params.deviceId)),
  ),
  handle(deviceRoutes.leftovers, async (_, { services }) => ({
    leftovers: await services.revokedDeviceWork.list(),
  })),
];

export const pairingHandlers = [
  handle(pairingRoutes.create, ({ body }, { auth }) => auth.pairings.make(body.role)),
  handle(pairingRoutes.list, (_, { auth }) => ({ pairings: auth.pairings.list() })),
  handle(
    pairingRoutes.decide,
    ({ params, body }, { auth }) =>
      auth.pairings.decide(params.pairingId, body.decision === "confirm", body.role),
    ({ params, body }, { auth }) => {
      const waiting = auth.pairings.list().find(({ pairingId }) => pairingId === params.pairingId);
      if (waiting?.state !== "pending" || body.decision === "deny") return null;
      if ((body.role ?? waiting.role) !== "owner") return null;
      return ownerDevice(`"${waiting.name}" at ${waiting.address}`);
    },
  ),
  handle(pairingRoutes.pair, async ({ body }, { auth, exchange }) => {
    if (exchange === null)
      throw new PolylogError("not_supported", "Pair a device with HTTP requests instead of a socket.");
    if ("code" in body) return auth.showCode(body.code, body.name, exchange.incoming);
    const { cookie, ...answer } = await auth.claim(body.claim, body.via, exchange.incoming);
    return cookie === undefined ? answer : new ResultWithHeaders(answer, { "set-cookie": cookie });
  }),
];
