import { type Conversation, findRun, laneAt } from "@polylog/core";

/** Writes a run's text as it streams. */
export class TextStream {
  private readonly write: (text: string) => void;
  private key: string | null = null;
  private shown = 0;
  /** Whether the last write ended its line. */
  private isAtStart = true;

  constructor(write: (text: string) => void) {
    this.write = write;
  }

  show(conversation: Conversation, runId: string): void {
    const run = findRun(conversation, runId);
    if (run === undefined) return;
    const { entries } = laneAt(conversation, run.lane);
    const said = entries
      .slice(this.from(entries.length, (at) => entries.get(at)?.key === this.key))
      .filter((entry) => entry.runId === runId && entry.kind === "message" && entry.role === "assistant");
    for (const entry of said) {
      if (entry.kind !== "message") continue;
      const whole = entry.body.toString();
      if (entry.key !== this.key) this.begin(entry.key);
      this.put(whole.slice(this.shown));
      this.shown = whole.length;
    }
  }

  /** The next text starts on a new line. */
  endLine(): void {
    if (!this.isAtStart) this.put("\n");
  }

  /** The position of the last written entry. Earlier entries have been written. */
  private from(length: number, isLast: (at: number) => boolean): number {
    if (this.key === null) return 0;
    for (let at = length - 1; at >= 0; at -= 1) if (isLast(at)) return at;
    return 0;
  }

  private begin(key: string): void {
    this.endLine();
    if (this.key !== null) this.put("\n");
    this.key = key;
    this.shown = 0;
  }

  private put(text: string): void {
    if (text === "") return;
    this.write(text);
    this.isAtStart = text.endsWith("\n");
  }
}
