import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { limits } from "./limits.ts";
import type { OpenRecord } from "./process-records.ts";
import { killAll, processesOf, sendSignal } from "./process-table.ts";
import { readLines } from "./read-lines.ts";
import { readPipe } from "./read-pipe.ts";
import type { Line } from "./split-lines.ts";
import { StderrTail } from "./stderr-tail.ts";

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** The last that it said on stderr, without secrets. */
  readonly stderrTail: string;
}

/** What became of a line for the program. A program that no longer listens is no fault of the writer. */
export type WriteOutcome = { readonly ok: true } | { readonly ok: false; readonly code: "input_closed" };

export interface ProcessSetting {
  readonly record: OpenRecord;
  /** Whether an exit by signal shows as a code of 128 + its number. */
  readonly exitShowsSignal: boolean;
  readonly clean: (text: string) => string;
  readonly onOutput?: TakeOutput | undefined;
}

/**
 * Takes output as it comes, byte by byte what the program wrote: nothing is blotted out of it, and a chunk is only
 * good until the call returns. While the promise is pending, that pipe of the program is not read.
 */
export type TakeOutput = (chunk: Buffer, stream: "stdout" | "stderr") => Promise<void> | undefined;

/** A program that runs, with all it starts. Nothing of it is left once `exit` has resolved. */
export class AgentProcess {
  /** Also the number of its group. */
  readonly pid: number;
  /**
   * What it says, line by line, for one reader. A reader that falls behind stops the program at its pipe. Ends when
   * the program does, or when it closes its output. Empty where the output is taken as it comes.
   */
  readonly lines: AsyncIterable<Line>;
  /** Resolves when all of the output has been taken; at once where it is read by lines. */
  readonly outputEnd: Promise<unknown>;
  readonly exit: Promise<ProcessExit>;
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly setting: ProcessSetting;
  private readonly stderr: StderrTail;
  private hasExited = false;
  private stopped: Promise<ProcessExit> | null = null;

  /** For a child that was spawned in this very moment. */
  constructor(child: ChildProcessWithoutNullStreams, setting: ProcessSetting) {
    this.child = child;
    this.setting = setting;
    this.pid = child.pid as number;
    this.stderr = new StderrTail(setting.clean);
    // A pipe that breaks shows as the end of what it carries.
    for (const part of [child, child.stdin, child.stdout, child.stderr]) part.on("error", () => undefined);
    const { onOutput } = setting;
    if (onOutput === undefined) {
      child.stderr.on("data", (chunk: Buffer) => this.stderr.push(chunk));
      this.exit = this.watch();
      this.lines = readLines(child.stdout, this.exit, setting.clean);
      this.outputEnd = Promise.resolve();
    } else {
      this.exit = this.watch();
      this.lines = noLines();
      this.outputEnd = Promise.all([
        readPipe(child.stdout, this.exit, (chunk) => onOutput(chunk, "stdout")),
        readPipe(child.stderr, this.exit, (chunk) => onOutput(chunk, "stderr")),
      ]);
    }
  }

  /** Gives the program a line. Resolves when its pipe has taken it: a program that does not read slows its writer. */
  write(line: string): Promise<WriteOutcome> {
    if (line.includes("\n")) throw new RangeError("A line for a program holds no newline.");
    return new Promise((resolve) => {
      this.child.stdin.write(`${line}\n`, (error) =>
        resolve(error ? { ok: false, code: "input_closed" } : { ok: true }),
      );
    });
  }

  /** The living processes of it, as far as the system tells them apart: the program and all it started. */
  members(): readonly number[] {
    return this.hasExited ? [] : processesOf(this.setting.record.mark, this.pid).filter((pid) => pid > 0);
  }

  /** Tells the program that no more will come. */
  endInput(): void {
    this.child.stdin.end();
  }

  /** Ends the program and all it started: kindly, and after the grace by force. May be asked for again. */
  stop({ graceMs = limits.graceMs }: { readonly graceMs?: number } = {}): Promise<ProcessExit> {
    this.stopped ??= this.end(graceMs);
    return this.stopped;
  }

  private async end(graceMs: number): Promise<ProcessExit> {
    const timers: NodeJS.Timeout[] = [];
    // The kernel may hold a killed process for as long as a disk or a network share does not answer.
    const givenUp = new Promise<ProcessExit>((resolve) => {
      const unkillable = () => resolve({ code: null, signal: "SIGKILL", stderrTail: this.stderr.toString() });
      timers.push(
        setTimeout(() => this.signal("SIGKILL"), graceMs),
        setTimeout(unkillable, graceMs + 2 * limits.killMs),
      );
    });
    this.signal("SIGTERM");
    try {
      return await Promise.race([this.exit, givenUp]);
    } finally {
      for (const timer of timers) clearTimeout(timer);
    }
  }

  private signal(signal: NodeJS.Signals): void {
    // After the exit the number may be another's.
    if (!this.hasExited) sendSignal(-this.pid, signal);
  }

  private async watch(): Promise<ProcessExit> {
    living.add(this.pid);
    const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve) => {
      this.child.once("exit", (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal }));
    });
    this.hasExited = true;
    living.delete(this.pid);
    const { record, exitShowsSignal, onOutput } = this.setting;
    await killAll(() => processesOf(record.mark, this.pid));
    if (onOutput === undefined) await closed(this.child.stderr);
    this.stderr.end();
    await record.remove();
    const hidden = exitShowsSignal && code !== null ? signalNames.get(code - 128) : undefined;
    const how = hidden === undefined ? { code, signal } : { code: null, signal: hidden };
    return { ...how, stderrTail: this.stderr.toString() };
  }
}

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

async function* noLines(): AsyncGenerator<Line> {}

/** Waits until a pipe is closed; one that somebody else still holds is given up. */
async function closed(pipe: Readable): Promise<void> {
  if (pipe.closed) return;
  const timer = setTimeout(() => pipe.destroy(), limits.drainMs);
  // A broken pipe is closed, too.
  await once(pipe, "close").catch(() => undefined);
  clearTimeout(timer);
}

/** Groups of the programs that run. If we end in good order but in haste, they end with us. */
const living = new Set<number>();
process.on("exit", () => {
  for (const group of living) sendSignal(-group, "SIGKILL");
});
