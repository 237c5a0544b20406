import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { LineSplitter } from "../../src/process/split-lines.ts";

/** Sits between Polylog and a program, and records all lines in both directions in order. */
const [file = "", command = "", ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });

function pass(from: Readable, to: Writable, dir: "in" | "out"): void {
  const splitter = new LineSplitter(Number.MAX_SAFE_INTEGER);
  from.on("data", (chunk: Buffer) => {
    for (const { text } of splitter.push(chunk)) appendFileSync(file, `${JSON.stringify({ dir, text })}\n`);
  });
  from.pipe(to);
}

pass(process.stdin, child.stdin, "in");
pass(child.stdout, process.stdout, "out");
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("exit", (code, signal) => {
  if (signal !== null) process.kill(process.pid, "SIGKILL");
  process.exitCode = code ?? 1;
});
