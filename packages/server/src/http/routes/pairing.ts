import { roles } from "@polylog/core";
import { z } from "zod";
import { PolylogError } from "../../errors.ts";
import type { Pairing } from "../auth/pairings.ts";
import { ownerDevice } from "./confirm.ts";
import { defineRoute, RawAnswer } from "./define.ts";
import { id, ts } from "./fields.ts";

/** A phone is let in: the owner makes a code, the phone shows it, the owner confirms, the phone gets its secret. */

const JSON_TYPE = "application/json; charset=utf-8";

const pairing = z
  .object({
    pairing_id: id,
    role: z.enum(roles),
    state: z.enum(["open", "pending", "confirmed", "denied"]),
    expires_ts: ts,
    name: z.string().nullable().describe("How the device calls itself."),
    address: z.string().nullable().describe("Where it asked from."),
  })
  .meta({ id: "Pairing" });

function toPairing({ pairingId, role, state, expiresTs, name, address }: Pairing): z.input<typeof pairing> {
  return { pairing_id: pairingId, role, state, expires_ts: expiresTs, name, address };
}

const postPairing = defineRoute({
  method: "post",
  path: "/api/pairings",
  role: "owner",
  group: "devices",
  summary: "Make a code for a device, good for five minutes and once; a phone opens `/#pair=…` with it",
  body: z.object({ role: z.enum(roles).default("approver") }),
  status: 201,
  result: pairing.extend({ code: z.string() }),
  errors: ["too_many_requests"],
  handle: ({ body }, { auth }) => {
    const made = auth.pairings.make(body.role);
    return { ...toPairing(made), code: made.code };
  },
});

const getPairings = defineRoute({
  method: "get",
  path: "/api/pairings",
  role: "owner",
  group: "devices",
  summary: "Codes that are open, and devices that wait to be let in",
  result: z.object({ pairings: z.array(pairing) }),
  handle: (_, { auth }) => ({ pairings: auth.pairings.list().map(toPairing) }),
});

const patchPairing = defineRoute({
  method: "patch",
  path: "/api/pairings/{pairing_id}",
  role: "owner",
  group: "devices",
  summary: "Let a device in, or not",
  params: z.object({ pairing_id: id }),
  body: z.object({ decision: z.enum(["confirm", "deny"]), role: z.enum(roles).optional() }),
  result: pairing,
  errors: ["pairing_not_found", "pairing_answered", "confirmation_required"],
  confirm: ({ params, body }, { auth }) => {
    const waiting = auth.pairings.list().find(({ pairingId }) => pairingId === params.pairing_id);
    if (waiting?.state !== "pending" || body.decision === "deny") return null;
    if ((body.role ?? waiting.role) !== "owner") return null;
    return ownerDevice(`"${waiting.name}" at ${waiting.address}`);
  },
  handle: ({ params, body }, { auth }) =>
    toPairing(auth.pairings.decide(params.pairing_id, body.decision === "confirm", body.role)),
});

const deviceName = z.string().trim().min(1).max(100);
const secret = z.string().min(1).max(200);

const postPair = defineRoute({
  method: "post",
  path: "/api/pair",
  role: "open",
  group: "devices",
  summary: "For the device: show the code, then ask with the claim until the owner has decided",
  body: z.union([
    z.strictObject({ code: secret, name: deviceName }),
    z.strictObject({
      claim: secret,
      via: z.enum(["token", "cookie"]).default("token").describe("A browser takes a cookie."),
    }),
  ]),
  result: z.object({
    state: z.enum(["pending", "confirmed", "denied"]),
    claim: z.string().optional(),
    expires_ts: ts.optional(),
    device_id: id.optional(),
    role: z.enum(roles).optional(),
    token: z.string().optional().describe("The device's own; in this answer and nowhere else."),
    origin_key: z.string().optional().describe("Beside a cookie, as in the answer of a login."),
  }),
  errors: ["not_authenticated", "too_many_requests"],
  handle: async ({ body }, { auth, exchange }) => {
    if (exchange === null) throw new PolylogError("not_supported", "A device is paired by requests.");
    if ("code" in body) return auth.showCode(body.code, body.name, exchange.incoming);
    const { cookie, ...answer } = await auth.claim(body.claim, body.via, exchange.incoming);
    if (cookie === undefined) return answer;
    return new RawAnswer(JSON_TYPE, JSON.stringify(answer), { "set-cookie": cookie });
  },
});

export const pairingRoutes = [postPairing, getPairings, patchPairing, postPair];
