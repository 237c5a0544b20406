import type { AssistantPart, ModelMessage, ToolResultPart, UserPart } from "../model/types.ts";

/** A call that is over, as a model is told of it. */
export interface FinishedCall {
  readonly call: Extract<AssistantPart, { type: "tool-call" }>;
  readonly result: ToolResultPart;
}

/**
 * Messages in an order that every API takes: the first is the user's, the user and the model take turns, a call is
 * followed by its result and by no other, and nothing is empty.
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

  /** What the model said and called in one answer. Its texts stand before its calls. */
  assistant(texts: readonly string[], calls: readonly FinishedCall[]): void {
    const said = texts.filter((text) => text.trim() !== "");
    if (said.length === 0 && calls.length === 0) return;
    if (this.messages.length === 0)
      this.user([{ type: "text", text: "[The conversation goes on from here.]" }]);
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
