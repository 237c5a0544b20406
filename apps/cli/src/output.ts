import { terminalJson } from "@polylog/core";
import type { Failure } from "./cli-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { printable, printableText } from "./show/printable.ts";

/** Results go to stdout, everything else to stderr: what a pipe carries on is never mixed with remarks. */
export class Output {
  /** Whether a program reads along: results are then JSON, a line each. */
  readonly json: boolean;

  constructor(json: boolean) {
    this.json = json;
  }

  line(text: string): void {
    process.stdout.write(`${printable(text)}\n`);
  }

  /** A text of an agent. A file may be printed in a terminal later, so control characters go into none. */
  text(text: string): void {
    process.stdout.write(printableText(text));
  }

  value(value: object): void {
    this.jsonLines(`${JSON.stringify(value)}\n`);
  }

  /** Lines that are JSON already. */
  jsonLines(lines: string): void {
    process.stdout.write(terminalJson(lines));
  }

  remark(text: string): void {
    process.stderr.write(`polylog: ${printableText(text)}\n`);
  }

  /** How far something is, in one line that the next takes the place of; null wipes it. Only for who watches. */
  progress(text: string | null): void {
    if (this.json || !process.stderr.isTTY) return;
    process.stderr.write(`\r\x1b[K${text === null ? "" : printable(text)}`);
  }

  failure({ code, message, stack }: Failure): void {
    if (this.json) process.stderr.write(`${JSON.stringify({ error: { code, message } })}\n`);
    else this.remark(stack === undefined ? message : `This should not have happened. ${stack}`);
  }
}

/** `polylog ls | head` closes the pipe before everything is read; that is no error. */
export function endQuietlyOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      process.exit(error.code === "EPIPE" ? exitCodes.done : exitCodes.error);
    });
  }
}
