import { defined, type EventBody } from "@polylog/core";
import { countOf, type Native, nameOf, recordOf, textOf } from "../../connection/native-value.ts";
import { noEvents, type RunRef } from "../../connection/translation.ts";
import type { ClaudeState, ClaudeTranslation, OpenBlock, Stream } from "./state.ts";
import { runRefOf, withStatus } from "./state.ts";
import { withRequest } from "./turns.ts";
import { answerUsage, usedTokens } from "./usage.ts";

/** The model's streaming answer: the events of its API, passed through. Only the main thread has them. */
export function translateStream(state: ClaudeState, value: Native): ClaudeTranslation | null {
  if (nameOf(value.parent_tool_use_id) !== null) return noEvents(state);
  const runRef = runRefOf(state, null);
  const event = recordOf(value.event);
  // A stream that continues after its run has ended is dropped.
  if (runRef === null) return noEvents(state);
  switch (event.type) {
    case "message_start":
      return startMessage(state, runRef, recordOf(event.message));
    case "content_block_start":
      return startBlock(state, runRef, event);
    case "content_block_delta":
      return growBlock(state, runRef, recordOf(event.delta));
    case "content_block_stop":
      return { state: withOpen(state, null), events: brokenCall(state, runRef) };
    case "message_delta":
      return endMessage(state, runRef, event);
    case "message_stop":
      return noEvents(withAbandoned(state, value));
    case "ping":
      return noEvents(state);
    default:
      return null;
  }
}

/** A call with an incomplete input will not run, and no other line reports its end. */
export function brokenCall(state: ClaudeState, runRef: RunRef): EventBody[] {
  const open = state.stream?.open ?? null;
  if (open === null || open.kind !== "tool_use" || open.isDone) return [];
  const error = {
    code: "tool_interrupted",
    message: "The model's answer was cut off before the call was complete.",
  };
  const { callId, toolName } = open;
  return [{ type: "tool_result", callId, toolName, ok: false, error, ...runRef }];
}

function startMessage(state: ClaudeState, runRef: RunRef, message: Native): ClaudeTranslation | null {
  const messageId = nameOf(message.id);
  if (messageId === null) return null;
  const responseId = state.abandoned ?? messageId;
  const stream: Stream = { messageId, responseId, model: nameOf(message.model) ?? "unknown", open: null };
  const next = withRequest({ ...state, stream, abandoned: null });
  return { state: next, events: brokenCall(state, runRef) };
}

function startBlock(state: ClaudeState, runRef: RunRef, event: Native): ClaudeTranslation | null {
  const { stream } = state;
  const index = countOf(event.index);
  if (stream === null || index === null) return null;
  const block = recordOf(event.content_block);
  const callId = nameOf(block.id) ?? "";
  const toolName = nameOf(block.name) ?? "";
  const isCall = block.type === "tool_use" && callId !== "" && toolName !== "";
  const kind =
    block.type === "text" || block.type === "thinking" ? block.type : isCall ? "tool_use" : "other";
  const open: OpenBlock = { index, kind, offset: 0, callId, toolName, isDone: false };
  const next = withOpen(state, open);
  const place = { responseId: stream.responseId, ...runRef };
  if (kind === "thinking") {
    const { state: thinking, events } = withStatus(next, "thinking");
    return { state: thinking, events: [...events, { type: "thinking_start", block: index, ...place }] };
  }
  if (kind !== "tool_use") return kind === "text" ? withStatus(next, "working") : noEvents(next);
  const { state: thinking, events } = withStatus(next, "calling_tool", toolName);
  return { state: thinking, events: [...events, { type: "tool_call_start", callId, toolName, ...place }] };
}

function growBlock(state: ClaudeState, runRef: RunRef, delta: Native): ClaudeTranslation | null {
  const { stream } = state;
  const open = stream?.open ?? null;
  if (stream === null || open === null) return null;
  const { index, kind, offset, callId } = open;
  const piece = pieceOf(kind, delta);
  if (piece === null) return knownDeltas.has(delta.type) ? noEvents(state) : null;
  if (piece === "") return noEvents(state);
  const next = { ...state, stream: { ...stream, open: { ...open, offset: offset + piece.length } } };
  const place = { responseId: stream.responseId, ...runRef };
  if (kind === "tool_use") {
    return { state: next, events: [{ type: "tool_input_delta", callId, offset, delta: piece, ...place }] };
  }
  const type = kind === "text" ? "text_delta" : "thinking_delta";
  return { state: next, events: [{ type, block: index, offset, delta: piece, ...place }] };
}

function pieceOf(kind: OpenBlock["kind"], delta: Native): string | null {
  if (kind === "text" && delta.type === "text_delta") return textOf(delta.text);
  if (kind === "thinking" && delta.type === "thinking_delta") return textOf(delta.thinking);
  return kind === "tool_use" && delta.type === "input_json_delta" ? textOf(delta.partial_json) : null;
}

const knownDeltas: ReadonlySet<unknown> = new Set(["signature_delta", "citations_delta", "input_json_delta"]);

/** Only here are an answer's numbers complete. */
function endMessage(state: ClaudeState, runRef: RunRef, event: Native): ClaudeTranslation {
  const { stream, windowTokens } = state;
  if (stream === null || !("usage" in event)) return noEvents(state);
  const record = answerUsage(stream.model, event.usage);
  if (usedTokens(record) === 0) return noEvents(state);
  const context: EventBody = {
    type: "context_usage",
    usedTokens: usedTokens(record),
    ...defined({ windowTokens }),
    ...runRef,
  };
  return {
    state,
    events: [{ type: "usage", ...record, responseId: stream.responseId, ...runRef }, context],
  };
}

/** The connection broke: the model repeats the answer from its start. */
function withAbandoned(state: ClaudeState, { abandoned_blocks: blocks }: Native): ClaudeState {
  if (state.stream === null || recordOf(blocks).from_block_index !== 0) return state;
  return { ...state, abandoned: state.stream.responseId };
}

function withOpen(state: ClaudeState, open: OpenBlock | null): ClaudeState {
  return state.stream === null ? state : { ...state, stream: { ...state.stream, open } };
}
