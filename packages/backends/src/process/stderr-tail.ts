import { limits } from "./limits.ts";
import { type Line, LineSplitter } from "./split-lines.ts";

/** The end of a program's stderr, with bounded memory. */
export class StderrTail {
  private readonly splitter = new LineSplitter(limits.stderrLineBytes, limits.stderrLineBytes);
  private readonly clean: (text: string) => string;
  private lines: string[] = [];
  private chars = 0;

  constructor(clean: (text: string) => string = (text) => text) {
    this.clean = clean;
  }

  push(chunk: Buffer): void {
    this.keep(this.splitter.push(chunk));
  }

  end(): void {
    this.keep(this.splitter.end());
  }

  toString(): string {
    return this.lines.join("\n");
  }

  private keep(lines: readonly Line[]): void {
    for (const { text, truncated } of lines) {
      const kept = this.clean(text) + (truncated ? "…" : "");
      this.lines.push(kept);
      this.chars += kept.length + 1;
    }
    let dropped = 0;
    while (this.chars > limits.stderrBytes) this.chars -= (this.lines[dropped++] as string).length + 1;
    if (dropped > 0) this.lines = this.lines.slice(dropped);
  }
}
