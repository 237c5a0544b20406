import type { ToolCallEntry } from "../../events/tool.ts";
import { wentWell } from "./tense.ts";

/** An answer that is short enough to stand in the card's line. */
export function shortAnswer(call: ToolCallEntry, text: string): string | null {
  if (!wentWell(call) || text.length > 200) return null;
  const line = text.trim();
  return line === "" || line.length > 80 || /[\n{[]/.test(line) ? null : line;
}
