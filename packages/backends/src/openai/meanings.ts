import type { Conversation, Prompt } from "@polylog/core";
import { limits } from "./limits.ts";

/**
 * What messages stood for: a command's text, the content of a file that was mentioned. The log has them as they were
 * typed; as long as the agent lives, later runs are told what the model was told first.
 */
export class Meanings {
  private readonly byKey = new Map<string, string>();

  get all(): ReadonlyMap<string, string> {
    return this.byKey;
  }

  note(conversation: Conversation, { runId, text }: Prompt, meaning: string): void {
    if (meaning === text) return;
    const entry = conversation.main.entries
      .slice()
      .findLast((one) => one.kind === "message" && one.role === "user" && one.body.toString() === text);
    if (entry === undefined || entry.runId !== runId) return;
    this.byKey.set(entry.key, meaning);
    const [oldest] = this.byKey.keys();
    if (this.byKey.size > limits.meanings && oldest !== undefined) this.byKey.delete(oldest);
  }
}
