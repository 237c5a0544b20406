import { terminalJson } from "@polylog/core";
import type { Failure } from "./cli-error.ts";
import { exitCodes } from "./exit-codes.ts";
import { printable, printableText } from "./show/printable.ts";

/** Results go to stdout and everything else to stderr, so that pipes carry only results. */
export class Output {
  /** Whether results are printed as lines of JSON for another program. */
  readonly json: boolean;

  constructor(json: boolean) {
    this.json = json;
  }

  line(text: string): void {
    process.stdout.write(`${printable(text)}\n`);
  }

  /** Prints agent text. Control characters are always removed, because a file may be shown in a terminal later. */
  text(text: string): void {
    process.stdout.write(printableText(text));
  }

  value(value: object): void {
    this.jsonLines(`${JSON.stringify(value)}\n`);
  }

  /** Prints lines that are already JSON. */
  jsonLines(lines: string): void {
    process.stdout.write(terminalJson(lines));
  }

  remark(text: string): void {
    process.stderr.write(`polylog: ${printableText(text)}\n`);
  }

  /** Shows progress in one line that the next call replaces and null clears. Only in a terminal. */
  progress(text: string | null): void {
    if (this.json || !process.stderr.isTTY) return;
    process.stderr.write(`\r\x1b[K${text === null ? "" : printable(text)}`);
  }

  failure({ code, message, stack }: Failure): void {
    if (this.json) process.stderr.write(`${JSON.stringify({ error: { code, message } })}\n`);
    else this.remark(stack === undefined ? message : `Unexpected error. ${stack}`);
  }
}

/** `polylog ls | head` closes the pipe early, which is not an error. */
export function endQuietlyOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      process.exit(error.code === "EPIPE" ? exitCodes.done : exitCodes.error);
    });
  }
}
