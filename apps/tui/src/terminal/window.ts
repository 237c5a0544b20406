import type { Line } from "../text/style.ts";
import { createEncoder } from "./encode.ts";
import { Pager } from "./pager.ts";
import { type Picture, Screen } from "./screen.ts";
import type { Terminal } from "./terminal.ts";

/** The surface that the app draws on. */
export interface TerminalWindow {
  /** Whether another program uses the terminal. */
  readonly isReleased: boolean;
  draw(picture: Picture): void;
  drawPage(lines: readonly Line[]): void;
  resize(): void;
  /** Draws the next frame in full. */
  wipe(): void;
  suspend(): void;
  /** Releases the terminal to another program. */
  release(): void;
  resume(): void;
  /** Restores the terminal, with the conversation above and nothing below it. */
  close(): void;
}

/** Draws the conversation or a page over it; nothing while another program uses the terminal. */
export class Window implements TerminalWindow {
  private readonly terminal: Terminal;
  private readonly resumed: () => void;
  private readonly screen: Screen;
  private readonly pager: Pager;
  private isAway = false;
  /** Whether the terminal was resized while a page was open. */
  private isResized = false;

  constructor(terminal: Terminal, resumed: () => void) {
    this.terminal = terminal;
    this.resumed = resumed;
    const { capabilities, write } = terminal;
    const { effects, reflows } = capabilities;
    const encoder = createEncoder(capabilities);
    const options = { write, encoder, reflows, synchronized: effects, shifts: effects };
    this.screen = new Screen(terminal.columns, options);
    this.pager = new Pager({ write, encoder });
  }

  get isReleased(): boolean {
    return this.isAway;
  }

  draw(picture: Picture): void {
    this.pager.close();
    if (this.isResized) this.screen.resize(this.terminal.columns);
    this.isResized = false;
    this.screen.draw(picture);
  }

  drawPage(lines: readonly Line[]): void {
    this.pager.draw(lines, this.terminal.columns);
  }

  resize(): void {
    if (this.isAway) return;
    if (this.pager.isOpen) {
      this.pager.resize();
      this.isResized = true;
    } else this.wipe();
  }

  wipe(): void {
    this.screen.resize(this.terminal.columns);
  }

  suspend(): void {
    this.release();
    process.kill(process.pid, "SIGSTOP");
  }

  release(): void {
    if (this.isAway) return;
    this.isAway = true;
    this.pager.close();
    this.screen.clear();
    this.terminal.leave();
  }

  resume(): void {
    if (!this.isAway) return;
    this.isAway = false;
    this.terminal.enter();
    this.screen.forget();
    this.resumed();
  }

  close(): void {
    this.pager.close();
    if (!this.isAway) this.screen.clear();
    this.terminal.leave();
  }
}
