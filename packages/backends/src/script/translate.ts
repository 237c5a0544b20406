import { checkEvent, type EventBody } from "@polylog/core";
import { isRecord, parseNativeLine, rawEvent } from "../connection/native-line.ts";
import type { Translation } from "../connection/translation.ts";
import type { Line } from "../process/split-lines.ts";
import type { CommandResult } from "./protocol.ts";

/** Translates a scripted agent's lines to events. Pure and total: every line has a result. */

export interface ScriptState {
  readonly agentId: string;
  readonly nativeSessionId: string | null;
}

export interface LineTranslation extends Translation<ScriptState> {
  /** The agent's reply to a command. */
  readonly reply?: Reply;
}

export type Reply = { readonly id: number } & CommandResult;

export function translate(state: ScriptState, line: Line): LineTranslation {
  if (line.text.trim() === "" && !line.truncated) return { state, events: [] };
  return translateKnown(state, parseNativeLine(line)) ?? { state, events: [rawEvent(line, state.agentId)] };
}

function translateKnown(state: ScriptState, value: Record<string, unknown> | null): LineTranslation | null {
  switch (value?.type) {
    case "event": {
      const event = isRecord(value.event) ? readEvent(value.event, state.agentId) : null;
      return event && { state, events: [event] };
    }
    case "ready": {
      const { nativeSessionId } = value;
      if (typeof nativeSessionId !== "string" || nativeSessionId === "") return null;
      return { state: { ...state, nativeSessionId }, events: [] };
    }
    case "reply": {
      const reply = readReply(value);
      return reply && { state, events: [], reply };
    }
    default:
      return null;
  }
}

/** The event with this agent's id, whatever the line says. Null if it is not an event. */
function readEvent(value: Record<string, unknown>, agentId: string): EventBody | null {
  const body = { ...(stampNames.some((name) => name in value) ? withoutStamps(value) : value), agentId };
  const checked = checkEvent({ ...stamps, ...body });
  return checked.ok && checked.event.type !== "opaque" ? (body as unknown as EventBody) : null;
}

/** Placeholder stamps for validating an event. The log sets the real ones. */
const stamps = { id: "event", sessionId: "session", seq: 1, rev: 0, ts: 0 };
const stampNames = [...Object.keys(stamps), "v"];

function withoutStamps(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !stampNames.includes(name)));
}

function readReply({ id, ok, message }: Record<string, unknown>): Reply | null {
  if (typeof id !== "number") return null;
  if (ok === true) return { id, ok };
  return ok === false && typeof message === "string" ? { id, ok, message } : null;
}
