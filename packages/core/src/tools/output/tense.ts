import type { ToolCallEntry } from "../../events/tool.ts";
import type { ShownCall } from "../card.ts";
import { toolState } from "../tool-state.ts";

/** How a deed is told: while it goes on, once it is done, and before it or where it came to nothing ("Tried to …"). */
export type Tenses = readonly [doing: string, done: string, deed: string];

export function tense(call: ShownCall, [doing, done, deed]: Tenses): string {
  const state = toolState(call);
  if (state === "pending") return call.isAsked === true ? `Wants to ${deed}` : doing;
  return state === "error" || state === "interrupted" ? `Tried to ${deed}` : done;
}

/** The deed and what it is done to; where that is not known, what the agent itself calls the call. */
export function deed(
  call: ToolCallEntry,
  tenses: Tenses,
  object: string | null,
): { readonly title: string; readonly object: string | null } {
  const named = object === null ? (call.title?.trim() ?? "") : "";
  return named === "" ? { title: tense(call, tenses), object } : { title: named, object: null };
}

/** It has ended, and well. */
export function wentWell(call: ToolCallEntry): boolean {
  return !call.live && call.endedBy === null && call.ok === true;
}

/** "1 line", "2 lines". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
