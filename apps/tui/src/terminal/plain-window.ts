import type { Line } from "../text/style.ts";
import { createEncoder } from "./encode.ts";
import type { Picture } from "./screen.ts";
import type { Terminal } from "./terminal.ts";
import type { TerminalWindow } from "./window.ts";

/**
 * A terminal that can only print (`TERM=dumb`): lines are appended and never changed. Parts below the conversation, such as an
 * ask or a menu, are printed each time they change.
 */
export class PlainWindow implements TerminalWindow {
  readonly isReleased = false;
  private readonly terminal: Terminal;
  private readonly encode: (line: Line) => string;
  private printed = "";

  constructor(terminal: Terminal) {
    this.terminal = terminal;
    this.encode = createEncoder(terminal.capabilities).line;
  }

  draw({ settled, live }: Picture): void {
    const below = this.text(live).trim();
    const isNew = below !== "" && below !== this.printed;
    this.printed = below;
    const out = this.text(settled) + (isNew ? `\n${below}\n` : "");
    if (out !== "") this.terminal.write(out);
  }

  drawPage(lines: readonly Line[]): void {
    this.terminal.write(this.text(lines));
  }

  resize(): void {}

  wipe(): void {
    this.printed = "";
  }

  suspend(): void {
    process.kill(process.pid, "SIGSTOP");
  }

  release(): void {
    this.terminal.leave();
  }

  resume(): void {
    this.terminal.enter();
  }

  close(): void {
    this.terminal.leave();
  }

  private text(lines: readonly Line[]): string {
    return lines.map((line) => `${this.encode(line)}\n`).join("");
  }
}
