import type { EventBody } from "@polylog/core";
import type { Native } from "../../connection/native-value.ts";
import { nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";
import { endCall, growCall, isCall, startCall } from "./call-items.ts";
import type { CodexState, Speaker, Thread, Told } from "./state.ts";
import { nothing, speakerOf, withRun, withStatus, withThreadState } from "./state.ts";
import { endCollab, startCollab, subagentActivity } from "./subagents.ts";
import type { ItemTold } from "./text-items.ts";
import { endMessage, endReasoning, growMessage, growReasoning, startMessage } from "./text-items.ts";

/** Items: the parts of a turn. Null where one is not understood. */

interface Place {
  readonly thread: Thread;
  readonly speaker: Speaker;
}

/** Where an item belongs. Of a turn that is over nothing more is told: a command may go on in the background. */
function placeOf(state: CodexState, params: Native): Place | "over" | null {
  const thread = state.threads.get(nameOf(params.threadId) ?? "");
  if (thread === undefined) return null;
  const speaker = speakerOf(state, thread);
  const turnId = nameOf(params.turnId);
  if (speaker === null || (turnId !== null && thread.run?.turnId !== turnId)) return "over";
  return { thread, speaker };
}

/** Nothing of these is told: people said them, or they are told in other words. */
const silent: ReadonlySet<unknown> = new Set(["userMessage", "hookPrompt", "functionCallOutput"]);

export function startItem(state: CodexState, params: Native): Told | null {
  const item = recordOf(params.item);
  const itemId = nameOf(item.id);
  const place = placeOf(state, params);
  if (place === null || itemId === null) return null;
  if (place === "over" || silent.has(item.type)) return nothing(state);
  const { thread, speaker } = place;
  if (isCall(String(item.type))) return put(state, startCall(state, thread, speaker, itemId, item));
  switch (item.type) {
    case "agentMessage":
      return put(state, { thread: startMessage(thread, itemId), events: [] });
    case "reasoning":
      return put(state, withStatus(state, thread, "thinking"));
    case "collabAgentToolCall":
      return startCollab(state, thread, speaker, item);
    case "contextCompaction":
      return put(state, withStatus(state, thread, "working", { detail: "Compacting the conversation" }));
    case "plan":
    case "subAgentActivity":
    case "enteredReviewMode":
    case "exitedReviewMode":
      return nothing(state);
    default:
      return null;
  }
}

export function endItem(state: CodexState, params: Native): Told | null {
  const item = recordOf(params.item);
  const itemId = nameOf(item.id);
  const place = placeOf(state, params);
  if (place === null || itemId === null) return null;
  if (place === "over") return nothing(withoutLeft(state, itemId));
  if (silent.has(item.type)) return nothing(state);
  const { thread, speaker } = place;
  if (isCall(String(item.type))) return put(state, endCall(state, thread, speaker, itemId, item));
  switch (item.type) {
    case "agentMessage":
      return put(state, endMessage(thread, speaker, itemId, item));
    case "reasoning":
      return put(state, endReasoning(thread, speaker, itemId, item));
    case "collabAgentToolCall":
      return endCollab(state, thread, speaker, item);
    case "subAgentActivity":
      return subagentActivity(state, thread, speaker, item);
    case "plan":
      return put(state, { thread: withRun(thread, { plan: textOf(item.text) }), events: [] });
    case "contextCompaction":
      return { state, events: [{ type: "compaction", trigger: "auto", ...speaker }] };
    case "enteredReviewMode":
      return nothing(state);
    case "exitedReviewMode":
      return put(state, endMessage(thread, speaker, itemId, { text: item.review }));
    default:
      return null;
  }
}

/** A command that went on after its turn has ended. */
function withoutLeft(state: CodexState, itemId: string): CodexState {
  if (!state.leftRunning.has(itemId)) return state;
  return { ...state, leftRunning: new Set([...state.leftRunning].filter((id) => id !== itemId)) };
}

/** What comes of an item between its start and its end. */
export function growItem(state: CodexState, method: string, params: Native): Told | null {
  const itemId = nameOf(params.itemId);
  const place = placeOf(state, params);
  if (place === null || itemId === null) return null;
  if (place === "over") return nothing(state);
  const { thread, speaker } = place;
  switch (method) {
    case "item/agentMessage/delta":
      return put(state, growMessage(state, thread, speaker, itemId, textOf(params.delta) ?? ""));
    case "item/reasoning/summaryTextDelta":
    case "item/reasoning/textDelta":
      return put(state, growReasoning(state, thread, speaker, itemId, params));
    case "item/commandExecution/outputDelta":
    case "item/fileChange/outputDelta":
      return put(state, growCall(thread, speaker, itemId, textOf(params.delta) ?? ""));
    case "item/commandExecution/terminalInteraction":
      return progress(state, place, itemId, typed(params.stdin));
    case "item/mcpToolCall/progress":
      return progress(state, place, itemId, nameOf(params.message));
    case "item/fileChange/patchUpdated":
      return changePatch(state, place, itemId, params);
    default:
      // Parts of a thought and of a plan are told with what is in them.
      return nothing(state);
  }
}

function put(state: CodexState, { thread, events }: ItemTold): Told {
  return { state: withThreadState(state, thread), events };
}

function typed(stdin: unknown): string | null {
  const text = textOf(stdin)?.trim() ?? "";
  return text === "" ? null : `Typed: ${text}`;
}

function progress(
  state: CodexState,
  { thread, speaker }: Place,
  callId: string,
  message: string | null,
): Told {
  if (message === null || thread.items.get(callId)?.kind !== "call") return nothing(state);
  return { state, events: [{ type: "tool_progress", callId, message, ...speaker }] };
}

function changePatch(state: CodexState, { thread, speaker }: Place, callId: string, params: Native): Told {
  const call = thread.items.get(callId);
  if (call?.kind !== "call") return nothing(state);
  const input = { changes: recordsOf(params.changes) };
  const event: EventBody = { type: "tool_call_start", callId, toolName: call.toolName, input, ...speaker };
  return { state, events: [event] };
}
