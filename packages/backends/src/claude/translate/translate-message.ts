import { defined, type EventBody } from "@polylog/core";
import type { Native } from "../../connection/native-value.ts";
import { contentText, nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";
import { noEvents, type RunRef } from "../../connection/translation.ts";
import { type ClaudeState, type ClaudeTranslation, type OpenCall, runRefOf } from "./state.ts";
import { subagents } from "./subagents.ts";
import { outcomeOf } from "./tool-outcome.ts";

/** Whole messages: the model's text, one block each, and the results of its tools. */

export function translateAssistant(given: ClaudeState, value: Native): ClaudeTranslation | null {
  const message = recordOf(value.message);
  const parentCallId = nameOf(value.parent_tool_use_id);
  const { state, events } = subagents.seen(given, parentCallId);
  const runRef = runRefOf(state, parentCallId);
  if (runRef === null)
    return parentCallId !== null && state.children.has(parentCallId) ? noEvents(state) : null;
  const code = nameOf(value.error);
  if (code !== null) return withFailure(state, code, contentText(message.content));
  const messageId = nameOf(message.id);
  if (messageId === null) return null;
  return recordsOf(message.content).reduce<ClaudeTranslation>(
    (translation, block) => {
      const next = wholeBlock(
        translation.state,
        { runRef, messageId, isStreamed: parentCallId === null, isAborted: value.aborted === true },
        block,
      );
      return { state: next.state, events: [...translation.events, ...next.events] };
    },
    { state, events },
  );
}

/** An API error becomes the run's error, because it is not the model's text. */
function withFailure(state: ClaudeState, code: string, message: string): ClaudeTranslation {
  if (state.run === null) return noEvents(state);
  return { state: { ...state, run: { ...state.run, failure: { code, message } } }, events: [] };
}

interface BlockPlace {
  readonly runRef: RunRef;
  readonly messageId: string;
  readonly isStreamed: boolean;
  readonly isAborted: boolean;
}

function wholeBlock(state: ClaudeState, place: BlockPlace, block: Native): ClaudeTranslation {
  const { state: next, index, offset } = placeOf(state, place, block.type);
  const at = { responseId: responseIdOf(state, place), block: index, ...place.runRef };
  switch (block.type) {
    case "text": {
      const text = textOf(block.text) ?? "";
      if (text === "") return noEvents(next);
      if (!place.isAborted) return { state: next, events: [{ type: "text_done", text, ...at }] };
      // An interrupted text has no end event. The run's end reports it.
      const delta = text.slice(offset);
      return { state: next, events: delta === "" ? [] : [{ type: "text_delta", offset, delta, ...at }] };
    }
    case "thinking":
    case "redacted_thinking": {
      const text = textOf(block.thinking) ?? "";
      const redacted = block.type === "redacted_thinking" || text === "" ? { redacted: true } : {};
      return { state: next, events: [{ type: "thinking_done", text, ...redacted, ...at }] };
    }
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      return startCall(next, place, block);
    default:
      return noEvents(next);
  }
}

/** The block's index in its message: the streaming block's, otherwise the next one. */
function placeOf(
  state: ClaudeState,
  { messageId, isStreamed }: BlockPlace,
  type: unknown,
): { state: ClaudeState; index: number; offset: number } {
  const { stream, wholeBlocks } = state;
  const open = stream?.open ?? null;
  if (
    isStreamed &&
    stream !== null &&
    open !== null &&
    stream.messageId === messageId &&
    (open.kind === type || open.kind === "other")
  ) {
    const done = { ...state, stream: { ...stream, open: { ...open, isDone: true } } };
    return { state: done, index: open.index, offset: open.offset };
  }
  const index = wholeBlocks.messageId === messageId ? wholeBlocks.count : 0;
  return { state: { ...state, wholeBlocks: { messageId, count: index + 1 } }, index, offset: 0 };
}

function responseIdOf({ stream }: ClaudeState, { messageId, isStreamed }: BlockPlace): string {
  return isStreamed && stream?.messageId === messageId ? stream.responseId : messageId;
}

function startCall(state: ClaudeState, place: BlockPlace, block: Native): ClaudeTranslation {
  const { runRef } = place;
  const callId = nameOf(block.id);
  const toolName = nameOf(block.name);
  if (callId === null || toolName === null) return noEvents(state);
  const input = recordOf(block.input);
  const task = textOf(input.prompt) ?? textOf(input.description);
  const call: OpenCall = { toolName, runId: runRef.runId, task, denial: null };
  const events: EventBody[] = [
    { type: "tool_call_start", callId, toolName, input, responseId: responseIdOf(state, place), ...runRef },
  ];
  const items = todosOf(toolName, input);
  if (items !== null) events.push({ type: "todo_update", items, callId, ...runRef });
  return { state: { ...state, calls: new Map(state.calls).set(callId, call) }, events };
}

const todoStates = ["pending", "in_progress", "completed"] as const;

function todosOf(toolName: string, input: Native) {
  if (toolName !== "TodoWrite") return null;
  return recordsOf(input.todos).map((todo) => {
    const status = todoStates.find((known) => known === todo.status) ?? "pending";
    const activeForm = textOf(todo.activeForm);
    return { content: textOf(todo.content) ?? "", status, ...defined({ activeForm }) };
  });
}

/** User messages from the program contain tool results. A person's messages arrive another way. */
export function translateUser(given: ClaudeState, value: Native): ClaudeTranslation {
  const parentCallId = nameOf(value.parent_tool_use_id);
  const { state, events } = subagents.seen(given, parentCallId);
  const results = recordsOf(recordOf(value.message).content).filter(({ type }) => type === "tool_result");
  return results.reduce<ClaudeTranslation>(
    (translation, result) => {
      const next = endCall(translation.state, parentCallId, result, value);
      return { state: next.state, events: [...translation.events, ...next.events] };
    },
    { state, events },
  );
}

function endCall(
  state: ClaudeState,
  parentCallId: string | null,
  result: Native,
  value: Native,
): ClaudeTranslation {
  const callId = nameOf(result.tool_use_id);
  const known = callId === null ? undefined : state.calls.get(callId);
  const runRef = known === undefined ? null : callSpeaker(state, known, parentCallId);
  if (callId === null || known === undefined || runRef === null) return noEvents(state);
  const calls = new Map(state.calls);
  calls.delete(callId);
  const outcome = outcomeOf({ callId, denial: known.denial, result, line: value });
  const event: EventBody = { type: "tool_result", callId, toolName: known.toolName, ...outcome, ...runRef };
  const failure = outcome.error?.message ?? null;
  const child = subagents.returned({ ...state, calls }, callId, value, failure);
  return { state: child.state, events: [...child.events, event] };
}

function callSpeaker(state: ClaudeState, call: OpenCall, parentCallId: string | null): RunRef | null {
  if (isMuted(state, parentCallId)) return null;
  return { runId: call.runId, agentId: state.agentId };
}

function isMuted(state: ClaudeState, parentCallId: string | null): boolean {
  return parentCallId !== null && state.children.get(parentCallId)?.isMuted === true;
}
