import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { BoundedQueue } from "./bounded-queue.ts";
import { limits } from "./limits.ts";
import type { OpenRecord } from "./process-records.ts";
import { killAll, processesOf, sendSignal } from "./process-table.ts";
import { readPipe } from "./read-pipe.ts";
import { type Line, LineSplitter } from "./split-lines.ts";
import { StderrTail } from "./stderr-tail.ts";

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** The last lines of its stderr, with secrets redacted. */
  readonly stderrTail: string;
}

/** The result of writing a line to the program. A program that stops reading is not the writer's error. */
export type WriteOutcome = { readonly ok: true } | { readonly ok: false; readonly code: "input_closed" };

export interface ProcessSetting {
  readonly record: OpenRecord;
  /** Whether an exit by signal appears as exit code 128 + its number. */
  readonly exitShowsSignal: boolean;
  readonly clean: (text: string) => string;
  readonly onOutput?: TakeOutput | undefined;
}

/**
 * Receives output as unmodified bytes: nothing is redacted, and a chunk is only valid until the call returns. While the
 * promise is pending, that pipe of the program is not read.
 */
export type TakeOutput = (chunk: Buffer, stream: "stdout" | "stderr") => Promise<void> | undefined;

/** A running program and everything that it starts. When `exit` resolves, all of its processes are gone. */
export class AgentProcess {
  /** Also the id of its process group. */
  readonly pid: number;
  /**
   * Its output by line, for one reader. A slow reader blocks the program at its pipe. Ends when the program exits or
   * closes its output. Empty if the output goes to `onOutput`.
   */
  readonly lines: AsyncIterable<Line>;
  /** Resolves when all output is consumed, or at once if it is read by lines. */
  readonly outputEnd: Promise<unknown>;
  readonly exit: Promise<ProcessExit>;
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly setting: ProcessSetting;
  private readonly stderr: StderrTail;
  private hasExited = false;
  private stopped: Promise<ProcessExit> | null = null;

  /** Must be called right after the child is spawned. */
  constructor(child: ChildProcessWithoutNullStreams, setting: ProcessSetting) {
    this.child = child;
    this.setting = setting;
    this.pid = child.pid as number;
    this.stderr = new StderrTail(setting.clean);
    // A broken pipe shows as the end of its stream.
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

  /**
   * Writes a line to the program. Resolves when the pipe has accepted it, so a program that does not read slows its
   * writer.
   */
  write(line: string): Promise<WriteOutcome> {
    if (line.includes("\n")) throw new RangeError("A line for a program must not contain a newline.");
    return new Promise((resolve) => {
      this.child.stdin.write(`${line}\n`, (error) =>
        resolve(error ? { ok: false, code: "input_closed" } : { ok: true }),
      );
    });
  }

  /**
   * The ids of its living processes, as far as the system can identify them: the program and everything that it
   * started.
   */
  members(): readonly number[] {
    return this.hasExited ? [] : processesOf(this.setting.record.mark, this.pid).filter((pid) => pid > 0);
  }

  /** Closes the program's input. */
  endInput(): void {
    this.child.stdin.end();
  }

  /** Stops the program and everything that it started: SIGTERM, then SIGKILL after the grace period. Idempotent. */
  stop({ graceMs = limits.graceMs }: { readonly graceMs?: number } = {}): Promise<ProcessExit> {
    this.stopped ??= this.end(graceMs);
    return this.stopped;
  }

  private async end(graceMs: number): Promise<ProcessExit> {
    const timers: NodeJS.Timeout[] = [];
    // The kernel may keep a killed process for as long as a disk or a network share does not respond.
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
    // After the exit, another process may have the same id.
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

/** Waits until a pipe is closed, with a timeout in case another process keeps it open. */
async function closed(pipe: Readable): Promise<void> {
  if (pipe.closed) return;
  const timer = setTimeout(() => pipe.destroy(), limits.drainMs);
  // A broken pipe is closed, too.
  await once(pipe, "close").catch(() => undefined);
  clearTimeout(timer);
}

/** Process groups of the running programs. They are killed if the server exits without stopping them first. */
const living = new Set<number>();
process.on("exit", () => {
  for (const group of living) sendSignal(-group, "SIGKILL");
});

/**
 * The lines of a program's pipe, for one reader. If too much is unread, the pipe is not read, which blocks the program.
 * Output after the reader has left is discarded.
 */
function readLines(
  pipe: Readable,
  exited: Promise<unknown>,
  clean: (text: string) => string,
): AsyncIterable<Line> {
  const splitter = new LineSplitter();
  const queue = new BoundedQueue<Line>(
    limits.pendingBytes,
    ({ bytes }) => Math.min(bytes, limits.lineBytes) + 1,
  );
  const deliver = (lines: readonly Line[]) => {
    for (const line of lines) {
      const text = clean(line.text);
      void queue.push(text === line.text ? line : { ...line, text });
    }
  };
  const take = (chunk: Buffer) => {
    deliver(splitter.push(chunk));
    return queue.isFull ? queue.room() : undefined;
  };
  void readPipe(pipe, exited, take).then(() => {
    deliver(splitter.end());
    queue.end();
  });
  return queue;
}
