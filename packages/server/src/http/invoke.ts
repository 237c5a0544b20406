import { decode, type done, encode, mayUse, type Route, wireFields } from "@polylog/core";
import type { z } from "zod";
import { PolylogError } from "../polylog-error.ts";
import type { Identity } from "./auth/auth.ts";
import { checkResult, checkText } from "./check-sent.ts";
import {
  type Handler,
  ResponseSent,
  ResultWithHeaders,
  type RouteContext,
  TextResponse,
} from "./routes/handler.ts";
import { badInput } from "./to-error.ts";

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export function checkRole(who: Identity, route: Route): void {
  if (mayUse(who.role, route.role)) return;
  throw new PolylogError(
    "not_allowed",
    `This requires the role ${route.role}; this device has the role ${who.role}. Use another device.`,
    {
      role: who.role,
      needs: route.role,
    },
  );
}

/**
 * Checks role and input, then runs the handler. Requests and socket commands share it. Input and result have wire names
 * outside and code names inside.
 */
export async function invoke(handler: Handler, raw: RawInput, context: RouteContext) {
  const { route } = handler;
  checkRole(context.who, route);
  // A socket message combines path, query and body. An anonymous client receives as little information as possible.
  if (context.exchange !== null && route.role !== "open") refuseUnknown(route.body, raw.body);
  const params = checkedInput("path", route.params, raw.params);
  const query = checkedInput("query", route.query, raw.query);
  const body = checkedInput("body", route.body, raw.body);
  const input = route.picksRows
    ? { params, query, body }
    : { params, query: await inProject(query, context), body: await inProject(body, context) };
  await checkConfirmed(handler, input, context);
  const response = (await handler.run(input, context)) ?? isDone;
  if (response instanceof TextResponse) checkText(route, response);
  if (response instanceof TextResponse || response instanceof ResponseSent) return response;
  if (!(response instanceof ResultWithHeaders)) return toWire(route, response);
  return new ResultWithHeaders(toWire(route, response.result), response.headers);
}

const isDone: z.output<typeof done> = { ok: true };

function toWire(route: Route, value: unknown): unknown {
  checkResult(route, value);
  return encode(route.result, value);
}

async function checkConfirmed(
  { route, confirm }: Handler,
  input: Parameters<Handler["run"]>[0],
  context: RouteContext,
): Promise<void> {
  const needs = await confirm?.(input, context);
  if (needs === undefined || needs === null) return;
  const { confirmations, confirmation, who } = context;
  const request = { deviceId: who.id, route: `${route.method} ${route.path}`, input };
  confirmations.require(needs, request, confirmation);
}

/** Replaces a project's path by its real path, so that replacing it by a link later has no effect. */
async function inProject(part: unknown, { services, who }: RouteContext): Promise<unknown> {
  const root = (part as { projectRoot?: string } | null | undefined)?.projectRoot;
  if (root === undefined) return part;
  return { ...(part as object), projectRoot: await services.projectAccess.open(root, who.role === "owner") };
}

/** A misspelled field would be ignored silently: a message could lose its idempotency key. */
function refuseUnknown(schema: z.ZodType | undefined, body: unknown): void {
  const known = schema === undefined ? null : wireFields(schema);
  if (known === null || typeof body !== "object" || body === null) return;
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new PolylogError(
    "bad_request",
    `body.${unknown}: is not a known field. Valid fields: ${known.join(", ")}.`,
  );
}

/** A part of a request, in code names. Rejects input that does not match the schema. */
export function checkedInput<S extends z.ZodType>(
  part: string,
  schema: S | undefined,
  value: unknown,
): z.output<S> | undefined {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(decode(schema, value));
  if (!parsed.success) throw badInput(part, schema, parsed.error);
  return parsed.data;
}
