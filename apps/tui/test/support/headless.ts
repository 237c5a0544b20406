import xterm from "@xterm/headless";
import { screenLines } from "./screen-lines.ts";

/** A terminal without a window that records everything except displayed text. */
export class Headless {
  readonly terminal: InstanceType<typeof xterm.Terminal>;
  /** Titles, clipboard sequences and similar, bells, and answers to queries. */
  readonly obeyed: string[] = [];
  written = "";

  constructor(columns = 80, rows = 24) {
    this.terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
    this.terminal.onTitleChange((title) => this.obeyed.push(`title ${title}`));
    this.terminal.onBell(() => this.obeyed.push("bell"));
    this.terminal.onData((answer) => this.obeyed.push(`answer ${JSON.stringify(answer)}`));
    for (const code of [0, 1, 2, 4, 7, 9, 10, 11, 12, 50, 52, 104, 110, 777, 1337]) {
      this.terminal.parser.registerOscHandler(code, () => {
        this.obeyed.push(`osc ${code}`);
        return false;
      });
    }
  }

  readonly write = (text: string): void => {
    this.written += text;
    this.terminal.write(text);
  };

  /** Resolves when all output is on the screen. */
  settled(): Promise<void> {
    return new Promise((resolve) => this.terminal.write("", resolve));
  }

  lines(): string[] {
    return screenLines(this.terminal);
  }

  modes(): string {
    return JSON.stringify(this.terminal.modes);
  }
}
