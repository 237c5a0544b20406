import { z } from "zod";
import { addRemark } from "../conversation/add.ts";
import type { Draft, Run } from "../conversation/conversation.ts";
import { baseOf, type EntryBase } from "../conversation/entry.ts";
import { withRetry } from "../conversation/requests.ts";
import { putRun } from "../conversation/runs.ts";
import { firstLine } from "../format/first-line.ts";
import { isTooDeep } from "../json-depth.ts";
import { defineEntry, defineEvent, eventGroup } from "./define.ts";
import type { Envelope } from "./envelope.ts";
import { type Actor, actor, count, flag, id, optional, text } from "./fields.ts";

/** All other events: remarks about the work, and unknown events. Unknown events are shown, never dropped. */

export interface FallbackEntry extends EntryBase {
  readonly kind: "fallback";
  readonly preferred: string;
  readonly actual: string;
  readonly reason: string;
}

export interface RetryEntry extends EntryBase {
  readonly kind: "retry";
  readonly attempt: number;
  readonly maxAttempts: number | null;
  readonly delayMs: number | null;
  readonly message: string;
}

export interface NoticeEntry extends EntryBase {
  readonly kind: "notice";
  readonly level: "info" | "warning";
  readonly text: string;
  /** The person whose action it describes. */
  readonly by: Actor | null;
}

/** A line of the agent's program that the translator does not know. */
export interface RawEntry extends EntryBase {
  readonly kind: "raw";
  readonly line: string;
  readonly truncated: boolean;
}

/** An event of an unknown type or newer version, as it was written. */
export interface OpaqueEntry extends EntryBase {
  readonly kind: "opaque";
  readonly eventType: string;
  readonly raw: string;
}

/** An event that arrived after its run had ended. */
export interface LateEntry extends EntryBase {
  readonly kind: "late";
  readonly eventType: string;
  readonly event: Envelope;
}

declare module "../conversation/entry.ts" {
  interface EntryKinds {
    fallback: FallbackEntry;
    retry: RetryEntry;
    notice: NoticeEntry;
    raw: RawEntry;
    opaque: OpaqueEntry;
    late: LateEntry;
  }
}

const modelFallback = defineEvent({
  type: "model_fallback",
  scope: "run",
  payload: { preferred: text, actual: text, reason: text },
  fold: (draft, event, run) => {
    const { preferred, actual, reason } = event;
    addRemark(draft, event, { ...baseOf(event, "fallback"), preferred, actual, reason }, run);
  },
});

const apiRetry = defineEvent({
  type: "api_retry",
  scope: "run",
  payload: {
    attempt: count,
    maxAttempts: optional(count),
    delayMs: optional(count),
    message: optional(text),
  },
  fold: (draft, event, run) => {
    const retry: RetryEntry = {
      ...baseOf(event, "retry"),
      attempt: event.attempt,
      maxAttempts: event.maxAttempts ?? null,
      delayMs: event.delayMs ?? null,
      message: event.message ?? "",
    };
    addRemark(draft, event, retry, run);
    putRun(draft, withRetry(draft, run, event));
  },
});

const notice = defineEvent({
  type: "notice",
  scope: "session",
  payload: { text, level: optional(z.enum(["info", "warning"])), code: optional(id), by: optional(actor) },
  fold: (draft, event) => {
    const { level = "info", text: said, by = null } = event;
    addRemark(draft, event, { ...baseOf(event, "notice"), level, text: said, by });
  },
});

const backendRaw = defineEvent({
  type: "backend_raw",
  scope: "session",
  payload: { line: text, stream: optional(z.enum(["stdout", "stderr"])), truncated: optional(flag) },
  fold: (draft, event) => {
    addRemark(draft, event, {
      ...baseOf(event, "raw"),
      line: event.line,
      truncated: event.truncated ?? false,
    });
  },
});

/** An event that this version of Polylog does not know: kept and relayed byte by byte. */
export interface OpaqueEvent extends Envelope {
  readonly type: "opaque";
  readonly eventType: string;
  readonly raw: string;
}

export function foldOpaque(draft: Draft, event: OpaqueEvent): void {
  addRemark(draft, event, { ...baseOf(event, "opaque"), eventType: event.eventType, raw: event.raw });
}

export function foldLate(draft: Draft, event: Envelope & { readonly type: string }, run: Run): void {
  addRemark(draft, event, { ...baseOf(event, "late"), eventType: event.type, event: shallow(event) }, run);
}

/** The event, or only its plain fields if the others nest too deeply to store. */
function shallow(event: Envelope): Envelope {
  if (!isTooDeep(event)) return event;
  return Object.fromEntries(
    Object.entries(event).filter(([, value]) => typeof value !== "object"),
  ) as unknown as Envelope;
}

export const otherEvents = eventGroup(
  [modelFallback, apiRetry, notice, backendRaw],
  [
    defineEntry("fallback", (entry) => ({
      icon: "model",
      tone: "waiting",
      text: `${entry.actual} instead of ${entry.preferred}: ${entry.reason}`,
    })),
    defineEntry("retry", ({ attempt, maxAttempts, message }) => ({
      icon: "retry",
      tone: "waiting",
      text: `Retry ${attempt}${maxAttempts === null ? "" : ` of ${maxAttempts}`}${message && `: ${firstLine(message)}`}`,
    })),
    defineEntry("notice", (entry) => ({
      icon: "notice",
      tone: entry.level === "warning" ? "waiting" : "quiet",
      text: firstLine(entry.text),
    })),
    defineEntry("raw", (entry) => ({ icon: "raw", tone: "quiet", text: firstLine(entry.line) })),
    defineEntry("opaque", (entry) => ({
      icon: "raw",
      tone: "quiet",
      text: `Unknown event ${entry.eventType}`,
    })),
    defineEntry("late", (entry) => ({
      icon: "raw",
      tone: "quiet",
      text: `After the run ended: ${entry.eventType}`,
    })),
  ],
);
