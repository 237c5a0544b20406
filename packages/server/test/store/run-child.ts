import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** All lines so far. */
  readonly lines: string[];
  /** Resolves when that many lines have been printed. */
  printed(count: number): Promise<void>;
  /** Resolves with the exit code, or the signal, when all its output has been read. */
  readonly ended: Promise<number | string | null>;
}

/** Starts a program in another process; it does not outlive the test. */
export function runChild(program: URL, args: readonly string[]): Child {
  const child = spawn(process.execPath, [fileURLToPath(program), ...args]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let rest = "";
  let errors = "";
  let isOver = false;
  child.stderr.on("data", (data: Buffer) => {
    errors += data.toString();
  });
  child.stdout.on("data", (data: Buffer) => {
    const parts = (rest + data.toString()).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    for (const check of waiting) check();
  });
  const ended = new Promise<number | string | null>((resolve) => {
    child.on("close", (code, signal) => {
      isOver = true;
      for (const check of waiting) check();
      resolve(code ?? signal);
    });
  });
  const printed = (count: number) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (lines.length < count && !isOver) return;
        waiting.delete(check);
        if (lines.length >= count) resolve();
        else reject(new Error(`${program} ended after ${lines.length} lines: ${errors}`));
      };
      waiting.add(check);
      check();
    });
  return { process: child, lines, printed, ended };
}
