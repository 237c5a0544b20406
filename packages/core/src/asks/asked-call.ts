import type { Conversation } from "../conversation/conversation.ts";
import type { PermissionEntry } from "../events/permission.ts";
import type { ToolCallEntry } from "../events/tool.ts";
import { fieldsOf } from "../tools/input/input.ts";
import { callToMake } from "../tools/preview.ts";
import { callOfAsk } from "./call-of.ts";

/** The call that a permission is for, as it will be made: with all that the ask and the call say of it. */
export function askedCall(entry: PermissionEntry, conversation: Conversation): ToolCallEntry {
  const made = callOfAsk(conversation, entry);
  const call = callToMake(entry.toolName, wholeInput(entry.input, made), made);
  return { ...call, inputCut: entry.cut ?? made?.inputCut ?? null };
}

/** Some agents tell with the ask only what is new: the rest of the input stands in the call. */
function wholeInput(input: unknown, made: ToolCallEntry | null): unknown {
  if (made === null) return input;
  if (input === null) return made.input ?? (made.inputText.length > 0 ? made.inputText.toString() : null);
  if (typeof input !== "object" || Array.isArray(input)) return input;
  const more = Object.entries(fieldsOf(made.input)).filter(([name]) => !Object.hasOwn(input, name));
  return { ...input, ...Object.fromEntries(more) };
}
