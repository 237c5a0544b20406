import { changeable, decode, parseEvent, parseFrame, type Route } from "@polylog/core";
import { z } from "zod";
import { errorBody } from "./openapi.ts";
import { JSON_TYPE, type TextResponse } from "./routes/handler.ts";

/**
 * Under Vitest, in the test process and in servers that tests start, everything sent is checked against its schema. In
 * production nothing is checked, to save time.
 */
const isTest = process.env.VITEST === "true";

/** Fails a request whose result does not match its route's schema. */
export function checkResult({ method, path, result }: Route, value: unknown): void {
  if (!isTest) return;
  const { error } = result.safeParse(value);
  if (error !== undefined) throw new Error(`${method} ${path} returned an invalid result: ${error.message}`);
}

/** The same for a result that is already serialized. */
export function checkText(route: Route, { type, body, status }: TextResponse): void {
  if (!isTest || type !== JSON_TYPE || typeof body !== "string" || status !== undefined) return;
  checkResult(route, decode(route.result, JSON.parse(body)));
}

export function checkFrame(json: string): void {
  if (isTest) crashOn(frameProblem(json));
}

export function checkSocketMessage(json: string): void {
  if (isTest) crashOn(socketMessageProblem(json));
}

/** A stream cannot return an error, so an uncaught exception fails the test or stops its server. */
function crashOn(problem: string | null): void {
  if (problem === null) return;
  queueMicrotask(() => {
    throw new Error(`The server sent an invalid message: ${problem}`);
  });
}

export function frameProblem(json: string): string | null {
  const { ts_ms, kind, phase } = JSON.parse(json);
  // Clients read only its name, so it has no event.
  if (kind === "run" && phase === "heartbeat" && typeof ts_ms === "number") return null;
  const parsed = parseFrame(json);
  return parsed.ok ? null : `${parsed.error.path.join(".")}: ${parsed.error.reason} ${json.slice(0, 500)}`;
}

/** A message that is not an answer of the socket itself is a stored event. */
export function socketMessageProblem(json: string): string | null {
  const message = JSON.parse(json);
  if (ownTypes.has(message.type)) {
    const { error } = ownMessages().safeParse(message);
    return error === undefined ? null : `${error.message} ${json.slice(0, 500)}`;
  }
  const parsed = parseEvent(json);
  return parsed.ok ? null : `${parsed.error.path.join(".")}: ${parsed.error.reason} ${json.slice(0, 500)}`;
}

const ownTypes: ReadonlySet<unknown> = new Set(["ack", "nack", "resync", "sync", "left"]);

/** Created on first use, which never happens in production. */
function ownMessages() {
  const id = z.union([z.string(), z.number()]);
  const sessionId = z.string();
  return z.discriminatedUnion("type", [
    // Its result was already checked against its route.
    z.looseObject({ type: z.literal("ack"), id }),
    errorBody.extend({ type: z.literal("nack"), id: id.nullable() }),
    z.strictObject({ type: z.literal("resync"), sessionId, rev: z.int(), reason: z.string().min(1) }),
    z.strictObject({
      type: z.literal("sync"),
      changed: z.enum(changeable),
      sessionId: sessionId.optional(),
      projectRoot: z.string().optional(),
    }),
    z.strictObject({ type: z.literal("left"), sessionId }),
  ]);
}
