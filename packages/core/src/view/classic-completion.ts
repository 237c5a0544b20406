import { dedupeCheckpoints, type Split, splitSettled } from "./completion.ts";

/**
 * Completion of say/ask messages, the format of terminal clients for editor extensions. Polylog's own entries have a `live`
 * flag; for these messages it is derived from their fields.
 */

/** A message of the client itself. */
export interface CliMessage {
  readonly id: string;
  readonly type: "user" | "assistant" | "system" | "error" | "welcome" | "empty";
  readonly content: string;
  readonly ts: number;
  readonly partial?: boolean;
}

export interface SayMessage {
  readonly ts: number;
  readonly type: "say";
  readonly say: string;
  readonly text?: string;
  readonly partial?: boolean;
}

export interface AskMessage {
  readonly ts: number;
  readonly type: "ask";
  readonly ask: string;
  readonly text?: string;
  readonly partial?: boolean;
  readonly isAnswered?: boolean;
}

export type ClassicMessage = CliMessage | SayMessage | AskMessage;

/** Asks that no screen shows, so nobody can answer them. */
const silentAsks = new Set(["completion_result", "command_output"]);

export function isClassicComplete(message: ClassicMessage): boolean {
  if (message.type === "ask") return silentAsks.has(message.ask) || message.isAnswered === true;
  if (message.type === "say" && message.say === "api_req_started")
    return classicRequestState(message.text) !== "started";
  return message.partial !== true;
}

export type RequestState = "started" | "completed" | "failed" | "cancelled";

/** The progress of a request, from the JSON it carries. If the JSON is invalid, the request has not ended. */
export function classicRequestState(text = ""): RequestState {
  const request = readRequest(text);
  if (isGiven(request.streamingFailedMessage)) return "failed";
  if (isGiven(request.cancelReason)) return "cancelled";
  return isGiven(request.cost) ? "completed" : "started";
}

export function classicRequestLine(text = ""): string {
  const lines: Record<RequestState, string> = {
    started: "⟳ API Request in progress...",
    completed: `✓ API Request - Cost: $${readRequest(text).cost}`,
    failed: "✖ API Request failed",
    cancelled: "⚠ API Request cancelled",
  };
  return lines[classicRequestState(text)];
}

function readRequest(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    // Not JSON: a request without fields.
    return {};
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Removes repeated checkpoints, then splits into the settled prefix and the rest. */
export function splitClassic(messages: readonly ClassicMessage[]): Split<ClassicMessage> {
  const kept = dedupeCheckpoints(messages, checkpointHash);
  return splitSettled(
    kept,
    (message, index) => isClassicComplete(message) || isOrphaned(message, index, kept),
  );
}

function checkpointHash(message: ClassicMessage): string | null {
  return message.type === "say" && message.say === "checkpoint_saved" ? (message.text ?? "") : null;
}

/** An ask that was interrupted while it was being written: the rest of it will never arrive. */
function isOrphaned(message: ClassicMessage, index: number, all: readonly ClassicMessage[]): boolean {
  return message.type === "ask" && message.partial === true && index < all.length - 1;
}

/**
 * Which of two versions of a message is newer. Snapshots of all messages race with updates of single ones, so an incoming
 * version may be older: a complete message never becomes incomplete, and a partial one never gets shorter.
 */
export function mergeMessage<M extends ClassicMessage>(old: M, incoming: M): M {
  if (isClassicComplete(incoming)) return incoming;
  const isShorter = lengthOf(incoming) < lengthOf(old);
  if (!isClassicComplete(old)) return isShorter ? old : incoming;
  // A text that continues past its supposed end is an update; an answer or a request's end is never undone.
  const isContinued = old.type !== "ask" && !isRequest(old) && lengthOf(incoming) > lengthOf(old);
  return isContinued ? incoming : old;
}

function isRequest(message: ClassicMessage): boolean {
  return message.type === "say" && message.say === "api_req_started";
}

function lengthOf(message: ClassicMessage): number {
  return ("content" in message ? message.content : (message.text ?? "")).length;
}

/** Whether output is still expected. Never while an ask is open: then it is the person's turn. */
export function isStreaming(messages: readonly ClassicMessage[]): boolean {
  const request = messages.findLastIndex(isRequest);
  const sinceRequest = messages.slice(request + 1);
  if (sinceRequest.some((each) => each.type === "ask" && each.partial !== true && !isClassicComplete(each)))
    return false;
  const started = messages[request];
  return messages.at(-1)?.partial === true || (started !== undefined && !isClassicComplete(started));
}
