import type { ModelMessage } from "../../../src/built-in-agent/model/types.ts";

/** Everything that any of the three APIs rejects in a history before a user's message. Empty if it is valid. */
export function faultsOf(messages: readonly ModelMessage[]): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  let open = new Set<string>();
  let turn: "user" | "assistant" | null = null;
  for (const [index, message] of messages.entries()) {
    const at = `${index} (${message.role})`;
    if (message.role === "system") faults.push(`${at}: a system message in the middle`);
    if (message.content.length === 0) faults.push(`${at}: empty`);
    if (index === 0 && message.role !== "user") faults.push(`${at}: the first is not the user's`);
    const side = message.role === "assistant" ? "assistant" : "user";
    if (side === turn && !(message.role === "user" && messages[index - 1]?.role === "tool")) {
      faults.push(`${at}: roles do not alternate`);
    }
    turn = side;
    if (message.role !== "tool" && open.size > 0) faults.push(`${at}: calls without results`);
    if (message.role === "tool" && open.size === 0) faults.push(`${at}: results without calls`);
    if (message.role !== "tool") open = new Set();
    for (const part of message.content) {
      if (typeof part === "string") continue;
      if (part.type === "text" && part.text.trim() === "") faults.push(`${at}: an empty text`);
      if (part.type === "tool-call") {
        if (seen.has(part.toolCallId)) faults.push(`${at}: the id ${part.toolCallId} twice`);
        if (!/^[a-zA-Z0-9_-]{1,40}$/.test(part.toolCallId)) faults.push(`${at}: the id ${part.toolCallId}`);
        if (!/^[a-zA-Z0-9_-]{1,64}$/.test(part.toolName)) faults.push(`${at}: the name ${part.toolName}`);
        if (typeof part.input !== "object" || part.input === null)
          faults.push(`${at}: an input that is not an object`);
        seen.add(part.toolCallId);
        open.add(part.toolCallId);
      }
      if (part.type === "tool-result") {
        if (!open.delete(part.toolCallId)) faults.push(`${at}: a result without its call`);
        const { output } = part;
        if ((output.type === "text" || output.type === "error-text") && output.value.trim() === "") {
          faults.push(`${at}: an empty result`);
        }
      }
    }
  }
  if (open.size > 0) faults.push("calls without results at the end");
  return faults;
}
