import type { ToolCallEntry } from "../../events/tool.ts";
import { succeeded } from "./action-title.ts";

/** An answer that is short enough to stand in the card's line. */
export function shortAnswer(call: ToolCallEntry, text: string): string | null {
  if (!succeeded(call) || text.length > 200) return null;
  const line = text.trim();
  return line === "" || line.length > 80 || /[\n{[]/.test(line) ? null : line;
}
