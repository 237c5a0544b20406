import type { ReadStream, WriteStream } from "node:tty";
import { limits } from "../limits.ts";
import {
  askBackground,
  type Background,
  backgroundFrom,
  backgroundOf,
  isEndOfAnswers,
} from "./background.ts";
import type { Capabilities } from "./capabilities.ts";
import { KeyReader, type TerminalInput } from "./keys.ts";

/** Bracketed paste, focus reports and unambiguous keys, and the sequence that resets them. */
const enter = "\x1b[?2004h\x1b[?1004h\x1b[>1u";
const leave = "\x1b[<u\x1b[?1004l\x1b[?2004l\x1b[?25h\x1b[m";

export interface TerminalOptions {
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly capabilities: Capabilities;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The terminal: its modes, keys and size. Its original state is always restored. */
export class Terminal {
  readonly capabilities: Capabilities;
  private readonly stdin: ReadStream;
  private readonly stdout: WriteStream;
  private readonly env: TerminalOptions["env"];
  private readonly reader = new KeyReader((input) => this.hear(input));
  private listener: (input: TerminalInput) => void = () => undefined;
  private isEntered = false;
  /** The received part of a line, if the terminal edits lines itself. */
  private line = "";
  private readonly onData = (chunk: string) => {
    if (this.capabilities.effects) this.reader.push(chunk);
    else this.readLines(chunk);
  };
  private readonly onEnd = () => this.listener({ kind: "end" });

  constructor({ stdin, stdout, capabilities, env }: TerminalOptions) {
    this.stdin = stdin;
    this.stdout = stdout;
    this.capabilities = capabilities;
    this.env = env;
  }

  get columns(): number {
    return this.stdout.columns || 80;
  }

  get rows(): number {
    return this.stdout.rows || 24;
  }

  listen(listener: (input: TerminalInput) => void): void {
    this.listener = listener;
  }

  onResize(listener: () => void): void {
    this.stdout.on("resize", listener);
  }

  readonly write = (text: string): void => {
    this.stdout.write(text);
  };

  enter(): void {
    if (this.isEntered) return;
    this.isEntered = true;
    if (this.capabilities.effects) this.stdin.setRawMode?.(true);
    this.stdin.setEncoding("utf8");
    this.stdin.on("data", this.onData);
    this.stdin.on("end", this.onEnd);
    this.stdin.resume();
    if (this.capabilities.effects) this.write(enter);
  }

  /** Releases the terminal: at the end, for an editor, and while the process is suspended. */
  leave(): void {
    if (!this.isEntered) return;
    this.isEntered = false;
    if (this.capabilities.effects) this.write(leave);
    this.stdin.off("data", this.onData);
    this.stdin.off("end", this.onEnd);
    if (this.capabilities.effects) this.stdin.setRawMode?.(false);
    this.stdin.pause();
  }

  /** Whether the background is light or dark; dark if the terminal does not report it. */
  async background(): Promise<Background> {
    const told = backgroundFrom(this.env.COLORFGBG);
    if (told !== null || !this.capabilities.answers || !this.capabilities.colors) return told ?? "dark";
    const { promise, resolve } = Promise.withResolvers<Background>();
    let found: Background | null = null;
    const end = () => resolve(found ?? "dark");
    const timer = setTimeout(end, limits.backgroundMs);
    this.heard = (answer) => {
      found = backgroundOf(answer) ?? found;
      if (isEndOfAnswers(answer)) end();
    };
    this.write(askBackground);
    const background = await promise;
    clearTimeout(timer);
    this.heard = null;
    return background;
  }

  /** Notifies a person who looks elsewhere. */
  notify(text: string): void {
    if (!this.capabilities.effects) return;
    this.write(`\x07\x1b]9;${text.replace(/[^\x20-\x7e\u00a1-\uffff]/g, " ").slice(0, 200)}\x1b\\`);
  }

  private readLines(chunk: string): void {
    const lines = (this.line + chunk).split("\n");
    this.line = lines.pop() ?? "";
    for (const text of lines) this.listener({ kind: "line", text: text.replace(/\r$/, "") });
  }

  private heard: ((answer: string) => void) | null = null;

  private hear(input: TerminalInput): void {
    // Late answers of the terminal are not keys.
    if (input.kind === "answer") this.heard?.(input.text);
    else this.listener(input);
  }
}
