import { createHash } from "node:crypto";
import { limits } from "./limits.ts";

/** Records which version of each file the agent has seen, so that it cannot overwrite changes that it has not seen. */
export class ReadFiles {
  private readonly known = new Map<string, string>();
  private readonly turns = new Map<string, Promise<unknown>>();

  /** Serializes changes to a file, because a model may request several at once. */
  async inTurn<T>(path: string, change: () => Promise<T>): Promise<T> {
    const before = this.turns.get(path) ?? Promise.resolve();
    const turn = before.then(change, change);
    this.turns.set(path, turn);
    try {
      return await turn;
    } finally {
      if (this.turns.get(path) === turn) this.turns.delete(path);
    }
  }

  /** Records that the agent has seen or written this content. */
  note(path: string, content: Buffer): void {
    this.known.delete(path);
    this.known.set(path, digest(content));
    const [oldest] = this.known.keys();
    if (this.known.size > limits.filesKnown && oldest !== undefined) this.known.delete(oldest);
  }

  /** Compares a file's current content with the version that the agent has seen. */
  compare(path: string, content: Buffer): "same" | "changed" | "unread" {
    const known = this.known.get(path);
    if (known === undefined) return "unread";
    return known === digest(content) ? "same" : "changed";
  }
}

function digest(content: Buffer): string {
  return createHash("sha256").update(content).digest("base64");
}
