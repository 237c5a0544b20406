import type { EventBody } from "@polylog/core";
import { type Native, nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";
import { noEvents, type RunRef } from "../../connection/translation.ts";
import { endCall, growCall, isCall, startCall } from "./call-items.ts";
import type { CodexState, CodexTranslation, Thread } from "./state.ts";
import { runRefOf, withRun, withStatus, withThreadState } from "./state.ts";
import { endCollab, startCollab, subagentActivity } from "./subagents.ts";
import type { ItemTranslation } from "./text-items.ts";
import { endMessage, endReasoning, growMessage, growReasoning, startMessage } from "./text-items.ts";

/** Items: the parts of a turn. Null for an unknown item. */

interface Place {
  readonly thread: Thread;
  readonly runRef: RunRef;
}

/** The thread and run of an item. Items of an ended turn are dropped: a command may still run in the background. */
function placeOf(state: CodexState, params: Native): Place | "over" | null {
  const thread = state.threads.get(nameOf(params.threadId) ?? "");
  if (thread === undefined) return null;
  const runRef = runRefOf(state, thread);
  const turnId = nameOf(params.turnId);
  if (runRef === null || (turnId !== null && thread.run?.turnId !== turnId)) return "over";
  return { thread, runRef };
}

/** Not reported: messages from people, and items that repeat others. */
const silent: ReadonlySet<unknown> = new Set(["userMessage", "hookPrompt", "functionCallOutput"]);

export function startItem(state: CodexState, params: Native): CodexTranslation | null {
  const item = recordOf(params.item);
  const itemId = nameOf(item.id);
  const place = placeOf(state, params);
  if (place === null || itemId === null) return null;
  if (place === "over") return noEvents(state);
  if (item.type === "userMessage")
    return noEvents({ ...state, readMessages: [...state.readMessages, wordsOf(item)] });
  if (silent.has(item.type)) return noEvents(state);
  const { thread, runRef } = place;
  if (isCall(String(item.type))) return put(state, startCall(state, thread, runRef, itemId, item));
  switch (item.type) {
    case "agentMessage":
      return put(state, { thread: startMessage(thread, itemId), events: [] });
    case "reasoning":
      return put(state, withStatus(state, thread, "thinking"));
    case "collabAgentToolCall":
      return startCollab(state, thread, runRef, item);
    case "contextCompaction":
      return put(state, withStatus(state, thread, "working", { detail: "Compacting the conversation" }));
    case "plan":
    case "subAgentActivity":
    case "enteredReviewMode":
    case "exitedReviewMode":
      return noEvents(state);
    default:
      return null;
  }
}

/** A person's message, as the program has it. */
export function wordsOf(item: Native): string {
  return recordsOf(item.content)
    .flatMap(({ text }) => textOf(text) ?? [])
    .join("\n");
}

export function endItem(state: CodexState, params: Native): CodexTranslation | null {
  const item = recordOf(params.item);
  const itemId = nameOf(item.id);
  const place = placeOf(state, params);
  if (place === null || itemId === null) return null;
  if (place === "over") return noEvents(withoutLeft(state, itemId));
  if (silent.has(item.type)) return noEvents(state);
  const { thread, runRef } = place;
  if (isCall(String(item.type))) return put(state, endCall(state, thread, runRef, itemId, item));
  switch (item.type) {
    case "agentMessage":
      return put(state, endMessage(thread, runRef, itemId, item));
    case "reasoning":
      return put(state, endReasoning(thread, runRef, itemId, item));
    case "collabAgentToolCall":
      return endCollab(state, thread, runRef, item);
    case "subAgentActivity":
      return subagentActivity(state, thread, runRef, item);
    case "plan":
      return put(state, { thread: withRun(thread, { plan: textOf(item.text) }), events: [] });
    case "contextCompaction":
      return { state, events: [{ type: "compaction", trigger: "auto", ...runRef }] };
    case "enteredReviewMode":
      return noEvents(state);
    case "exitedReviewMode":
      return put(state, endMessage(thread, runRef, itemId, { text: item.review }));
    default:
      return null;
  }
}

/** A command that ran past its turn has ended. */
function withoutLeft(state: CodexState, itemId: string): CodexState {
  if (!state.leftRunning.has(itemId)) return state;
  return { ...state, leftRunning: new Set([...state.leftRunning].filter((id) => id !== itemId)) };
}

/** Updates of an item between its start and its end. */
export function growItem(state: CodexState, method: string, params: Native): CodexTranslation | null {
  const itemId = nameOf(params.itemId);
  const place = placeOf(state, params);
  if (place === null || itemId === null) return null;
  if (place === "over") return noEvents(state);
  const { thread, runRef } = place;
  switch (method) {
    case "item/agentMessage/delta":
      return put(state, growMessage(state, thread, runRef, itemId, textOf(params.delta) ?? ""));
    case "item/reasoning/summaryTextDelta":
    case "item/reasoning/textDelta":
      return put(state, growReasoning(state, thread, runRef, itemId, params));
    case "item/commandExecution/outputDelta":
    case "item/fileChange/outputDelta":
      return put(state, growCall(thread, runRef, itemId, textOf(params.delta) ?? ""));
    case "item/commandExecution/terminalInteraction":
      return progress(state, place, itemId, typed(params.stdin));
    case "item/mcpToolCall/progress":
      return progress(state, place, itemId, nameOf(params.message));
    case "item/fileChange/patchUpdated":
      return changePatch(state, place, itemId, params);
    default:
      // Parts of a thought or plan are reported with their text.
      return noEvents(state);
  }
}

function put(state: CodexState, { thread, events }: ItemTranslation): CodexTranslation {
  return { state: withThreadState(state, thread), events };
}

function typed(stdin: unknown): string | null {
  const text = textOf(stdin)?.trim() ?? "";
  return text === "" ? null : `Typed: ${text}`;
}

function progress(
  state: CodexState,
  { thread, runRef }: Place,
  callId: string,
  message: string | null,
): CodexTranslation {
  if (message === null || thread.items.get(callId)?.kind !== "call") return noEvents(state);
  return { state, events: [{ type: "tool_progress", callId, message, ...runRef }] };
}

function changePatch(
  state: CodexState,
  { thread, runRef }: Place,
  callId: string,
  params: Native,
): CodexTranslation {
  const call = thread.items.get(callId);
  if (call?.kind !== "call") return noEvents(state);
  const input = { changes: recordsOf(params.changes) };
  const event: EventBody = { type: "tool_call_start", callId, toolName: call.toolName, input, ...runRef };
  return { state, events: [event] };
}
