import { type IPty, spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { screenLines } from "./screen-lines.ts";

/** How long a screen may take to reach the expected state. */
const patienceMs = 180_000;

/** A program in a real pseudo-terminal, and the screen that a person would see. */
export class Tty {
  readonly screen: InstanceType<typeof xterm.Terminal>;
  /** Everything the program wrote. */
  written = "";
  private readonly pty: IPty;
  private readonly watchers = new Set<() => void>();
  private exitCode: number | null = null;

  constructor(args: readonly string[], options: TtyOptions) {
    const { columns = 80, rows = 24, cwd, env = {} } = options;
    this.screen = new xterm.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
    const { PATH = "", HOME = "" } = process.env;
    // A clean environment, because CI, theme and color variables would change the output.
    const clean = { PATH, HOME, TERM: "xterm-256color", LANG: "C.UTF-8", ...env };
    this.pty = spawn(process.execPath, [...args], {
      name: clean.TERM,
      cols: columns,
      rows,
      cwd,
      env: clean,
    });
    this.pty.onData((data) => {
      this.written += data;
      this.screen.write(data, () => this.announce());
    });
    this.pty.onExit(({ exitCode }) => {
      this.exitCode = exitCode;
      this.announce();
    });
    this.screen.onData((answer) => this.pty.write(answer));
  }

  type(text: string): void {
    this.pty.write(text);
  }

  resize(columns: number, rows: number): void {
    this.screen.resize(columns, rows);
    this.pty.resize(columns, rows);
  }

  signal(name: string): void {
    this.pty.kill(name);
  }

  get pid(): number {
    return this.pty.pid;
  }

  /** Scrollback and screen, without trailing spaces. */
  lines(): string[] {
    return screenLines(this.screen);
  }

  text(): string {
    return this.lines().join("\n");
  }

  /** Only the visible rows. */
  inSight(): string[] {
    const { active } = this.screen.buffer;
    return Array.from(
      { length: this.screen.rows },
      (_, at) => active.getLine(active.baseY + at)?.translateToString(true) ?? "",
    );
  }

  /** Resolves once the screen matches. */
  until(isSo: (tty: Tty) => boolean, about = ""): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.watchers.delete(look);
      };
      const look = () => {
        if (!isSo(this)) return;
        end();
        resolve();
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`It never came to that: ${about}\n${this.text()}`));
      }, patienceMs);
      this.watchers.add(look);
      look();
    });
  }

  untilText(text: string): Promise<void> {
    return this.until((tty) => tty.text().includes(text), text);
  }

  async untilExit(): Promise<number> {
    await this.until(() => this.exitCode !== null, "the end");
    // The last output has arrived, but may not be on the screen yet.
    await new Promise<void>((resolve) => this.screen.write("", resolve));
    return this.exitCode ?? -1;
  }

  kill(): void {
    if (this.exitCode === null) this.pty.kill("SIGKILL");
  }

  private announce(): void {
    for (const watch of [...this.watchers]) watch();
  }
}

export interface TtyOptions {
  readonly cwd: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}
