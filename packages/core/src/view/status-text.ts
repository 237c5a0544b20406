import type { RunStatus } from "../conversation/conversation.ts";

/** An agent's status as a line of text. */

const texts: ReadonlyMap<string, string> = new Map([
  ["model_loading", "Model loading..."],
  ["thinking", "Thinking..."],
  ["calling_tool", "Calling tool"],
  ["working", "Running"],
  ["waiting_permission", "Waiting for permission"],
  ["waiting_input", "Waiting for an answer"],
  ["idle", "Idle"],
]);

/** Texts that only say that something is in progress. */
const transientTexts = new Set(["", "Thinking...", "Model loading...", "Running", "Idle"]);

export function statusText({
  status,
  detail,
  toolName,
}: Pick<RunStatus, "status" | "detail" | "toolName">): string {
  // Loading a model is not an activity.
  if (detail !== null && detail !== "" && status !== "model_loading") return detail;
  const text = texts.get(status) ?? status;
  return status === "calling_tool" && toolName !== null ? `${text}: ${toolName}` : text;
}

export function isTransient(text: string): boolean {
  return transientTexts.has(text.trim());
}
