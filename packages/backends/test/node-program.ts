import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { AgentProcess } from "../src/process/agent-process.ts";
import type { Line } from "../src/process/split-lines.ts";
import type { ProcessOptions } from "../src/process/start-process.ts";
import { startProcess } from "../src/process/start-process.ts";

/** Starts a few lines of JavaScript as a program. It is always stopped after the test. */
export async function startNode(
  code: string,
  options: Partial<Omit<ProcessOptions, "command">> = {},
): Promise<AgentProcess> {
  const { args = [], ...rest } = options;
  const started = await startProcess({
    command: process.execPath,
    args: ["-e", code, "--", ...args],
    cwd: tmpdir(),
    ...rest,
  });
  if (!started.ok) throw new Error(started.failure.message);
  onTestFinished(async () => void (await started.process.stop({ graceMs: 0 })));
  return started.process;
}

export async function allLines(program: AgentProcess): Promise<string[]> {
  const lines: string[] = [];
  for await (const { text } of program.lines) lines.push(text);
  return lines;
}

/** Reads lines one at a time, leaving the pipe open. */
export function lineReader(program: AgentProcess): () => Promise<string> {
  const reader: AsyncIterator<Line> = program.lines[Symbol.asyncIterator]();
  return async () => {
    const { done, value } = await reader.next();
    if (done === true) throw new Error("The output has ended.");
    return value.text;
  };
}

export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "backends-"));
}
