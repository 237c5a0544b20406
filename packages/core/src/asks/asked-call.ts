import type { Conversation } from "../conversation/conversation.ts";
import { laneAt } from "../conversation/lanes.ts";
import { findRun, openWorkOf } from "../conversation/runs.ts";
import type { PermissionEntry } from "../events/permission.ts";
import type { ToolCallEntry } from "../events/tool.ts";
import { limits } from "../limits.ts";
import { callToMake } from "../tools/call-preview.ts";
import { fieldsOf } from "../tools/input/input.ts";
import type { AskEntry } from "../view/pending-asks.ts";

/** The call that a permission is for, as it will run: with everything that the ask and the call state about it. */
export function askedCall(entry: PermissionEntry, conversation: Conversation): ToolCallEntry {
  const made = callOfAsk(conversation, entry);
  const call = callToMake(entry.toolName, wholeInput(entry.input, made), made);
  return { ...call, inputCut: entry.cut ?? made?.inputCut ?? null };
}

/** Some agents include only new fields in the ask: the rest of the input is in the call. */
function wholeInput(input: unknown, made: ToolCallEntry | null): unknown {
  if (made === null) return input;
  if (input === null) return made.input ?? (made.inputText.length > 0 ? made.inputText.toString() : null);
  if (typeof input !== "object" || Array.isArray(input)) return input;
  const more = Object.entries(fieldsOf(made.input)).filter(([name]) => !Object.hasOwn(input, name));
  return { ...input, ...Object.fromEntries(more) };
}

/** The call that an ask is about; null if it names no call, or none before it. */
export function callOfAsk(conversation: Conversation, entry: AskEntry): ToolCallEntry | null {
  const { runId, callId } = entry;
  const run = runId === null || callId === null ? undefined : findRun(conversation, runId);
  const place = conversation.asks.get(entry.askId);
  if (run === undefined || callId === null || place === undefined) return null;
  const { entries } = laneAt(conversation, place.lane);
  const callAt = (pos: number) => {
    const found = entries.get(pos);
    return found?.kind === "tool_call" && found.callId === callId && found.runId === runId ? found : null;
  };
  const open = openWorkOf(conversation, run).calls.get(callId);
  if (open !== undefined) return callAt(open);
  const first = Math.max(0, place.pos - limits.groupEntries);
  for (let pos = place.pos - 1; pos >= first; pos--) {
    const call = callAt(pos);
    if (call !== null) return call;
  }
  return null;
}
