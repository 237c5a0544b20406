import { createHash } from "node:crypto";
import { limits } from "./limits.ts";

/** Which files an agent knows, and as what: a file is not changed by one who has not seen it as it is. */
export class ReadFiles {
  private readonly known = new Map<string, string>();
  private readonly turns = new Map<string, Promise<unknown>>();

  /** Changes of one file come one after the other, also where the model asks for them at once. */
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

  /** The agent has seen the file with this content, or has written it. */
  note(path: string, content: Buffer): void {
    this.known.delete(path);
    this.known.set(path, digest(content));
    const [oldest] = this.known.keys();
    if (this.known.size > limits.filesKnown && oldest !== undefined) this.known.delete(oldest);
  }

  /** How what the agent knows stands to what the file holds now. */
  compare(path: string, content: Buffer): "same" | "changed" | "unread" {
    const known = this.known.get(path);
    if (known === undefined) return "unread";
    return known === digest(content) ? "same" : "changed";
  }
}

function digest(content: Buffer): string {
  return createHash("sha256").update(content).digest("base64");
}
