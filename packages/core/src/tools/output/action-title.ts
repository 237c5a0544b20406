import type { ToolCallEntry } from "../../events/tool.ts";
import type { ShownCall } from "../card.ts";
import { toolState } from "../tool-state.ts";

/** The wording of an action: while it runs, once it is done, and the base form for "Wants to …" and "Tried to …". */
export type Tenses = readonly [doing: string, done: string, verb: string];

export function tense(call: ShownCall, [doing, done, verb]: Tenses): string {
  const state = toolState(call);
  if (state === "pending") return call.isAsked === true ? `Wants to ${verb}` : doing;
  return state === "error" || state === "interrupted" ? `Tried to ${verb}` : done;
}

/** The action and its object; if the object is unknown, the agent's own title of the call. */
export function actionTitle(
  call: ToolCallEntry,
  tenses: Tenses,
  object: string | null,
): { readonly title: string; readonly object: string | null } {
  const named = object === null ? (call.title?.trim() ?? "") : "";
  return named === "" ? { title: tense(call, tenses), object } : { title: named, object: null };
}

/** It ended without a failure. */
export function succeeded(call: ToolCallEntry): boolean {
  return !call.live && call.endedBy === null && call.ok === true;
}
