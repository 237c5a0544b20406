import type { AssistantPart, ModelMessage, ToolResultPart, UserPart } from "../model/types.ts";

/** A finished call as it is sent to a model. */
export interface FinishedCall {
  readonly call: Extract<AssistantPart, { type: "tool-call" }>;
  readonly result: ToolResultPart;
}

/**
 * Messages in an order that every API accepts: the user comes first, the user and the model alternate, each call is
 * followed by its own result, and no message is empty.
 */
export class MessageList {
  private readonly messages: ModelMessage[] = [];

  user(parts: readonly UserPart[]): void {
    const said = parts.filter((part) => part.type !== "text" || part.text.trim() !== "");
    if (said.length === 0) return;
    const last = this.messages.at(-1);
    if (last?.role === "user") last.content.push(...said);
    else this.messages.push({ role: "user", content: said });
  }

  /** The texts and calls of one response. Texts come before calls. */
  assistant(texts: readonly string[], calls: readonly FinishedCall[]): void {
    const said = texts.filter((text) => text.trim() !== "");
    if (said.length === 0 && calls.length === 0) return;
    if (this.messages.length === 0) this.user([{ type: "text", text: "[The conversation continues here.]" }]);
    const parts: AssistantPart[] = said.map((text) => ({ type: "text", text }));
    const last = this.messages.at(-1);
    const open = last?.role === "assistant" ? last : null;
    if (open === null)
      this.messages.push({ role: "assistant", content: [...parts, ...calls.map(({ call }) => call)] });
    else open.content.push(...parts, ...calls.map(({ call }) => call));
    if (calls.length > 0) this.messages.push({ role: "tool", content: calls.map(({ result }) => result) });
  }

  toArray(): ModelMessage[] {
    return this.messages;
  }
}
