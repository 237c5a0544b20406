import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

/** Runs the command as users do: in a separate process, with its own home. */

export const main = path.join(import.meta.dirname, "../../src/main.ts");
const cache = path.join(import.meta.dirname, "../../../../node_modules/.cache");

/** The part of this process's environment that child processes receive. */
export function surroundings(): Record<string, string> {
  // With VITEST, the server validates its output.
  const { PATH = "", HOME = "", VITEST = "" } = process.env;
  return { PATH, HOME, VITEST, XDG_CACHE_HOME: cache };
}

/** Shorter than a test's time limit, so that a failed wait reports the actual output. */
export const patienceMs = 180_000;

/** Resolves once it passes. */
export async function until(passes: () => boolean | Promise<boolean>, state = () => ""): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await passes())) {
    if (Date.now() > end) throw new Error(`It never came to that.\n${state()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class Running {
  readonly process: ChildProcess;
  stdout = "";
  stderr = "";
  readonly ended: Promise<Ended>;

  constructor(args: readonly string[], options: RunningOptions = {}) {
    this.process = spawn(process.execPath, [main, ...args], {
      cwd: options.cwd ?? os.tmpdir(),
      env: { ...surroundings(), ...options.env },
      stdio: [options.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    if (typeof options.stdin === "string") this.process.stdin?.end(options.stdin);
    this.process.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
    });
    this.process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
    this.ended = once(this.process, "close").then(([code]) => ({
      code: code as number | null,
      stdout: this.stdout,
      stderr: this.stderr,
    }));
  }

  /** Resolves once the output so far passes. */
  until(passes: () => boolean): Promise<void> {
    return until(passes, () => `${this.stdout}\n${this.stderr}`);
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<Ended> {
    this.process.kill(signal);
    return this.ended;
  }
}

export interface RunningOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Standard input; null leaves the pipe open and empty. */
  readonly stdin?: string | null;
}

export function polylog(args: readonly string[], options: RunningOptions = {}) {
  return new Running(args, options).ended;
}

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders.splice(0)) {
    endHolder(folder);
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Stops the background server that a command left running on a test's home. */
function endHolder(home: string): void {
  try {
    const { pid } = JSON.parse(readFileSync(path.join(home, "holder.json"), "utf8")) as { pid: number };
    // The process id may have been reused.
    if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(home)) process.kill(pid, "SIGKILL");
  } catch {
    // No process holds the home, or the system does not report it.
  }
}

/** A folder that is removed after the tests. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-cli-"));
  folders.push(folder);
  return folder;
}

/** Scripted agents. */
const agents = {
  echo: { backend: "script" },
  worker: script([
    { text: "Let me look." },
    { tool: { name: "Read", input: { file_path: "notes.txt" }, result: "hello" } },
    { usage: { inputTokens: 12, outputTokens: 3, costUsd: 0.5 } },
    { text: "It says hello." },
  ]),
  careful: script([
    {
      ask: { permission: { toolName: "Bash", input: { command: "rm notes.txt" } } },
      onAllow: [{ text: "Removed." }],
      onDeny: [{ text: "Left alone." }],
    },
  ]),
  curious: script([
    { ask: { question: { question: "Which colour?", options: [{ label: "red" }] } } },
    { text: "Fine." },
  ]),
  planner: script([
    {
      ask: { plan: { entries: [{ content: "Rewrite it", status: "pending" }] } },
      onAllow: [{ text: "Rewritten." }],
      onDeny: [{ text: "No plan then." }],
    },
  ]),
  wordy: script([{ tool: { name: "Bash", result: "x".repeat(100_000) } }, { text: "Much." }]),
  slow: script([{ text: "one two three four five six seven eight", chunk: 4, everyMs: 200 }]),
  endless: script([{ text: "It takes time." }, { wait: 3_600_000 }]),
  broken: script([{ text: "I try." }, { fail: { code: "no_luck", message: "It did not work out." } }]),
  stubborn: { backend: "script", options: { process: true, script: [{ text: "Here." }, { hang: true }] } },
};

function script(steps: readonly object[]) {
  return { backend: "script", options: { script: steps } };
}

/** A home with the agents above. */
export function newHome(): string {
  const home = newFolder();
  writeFileSync(path.join(home, "config.json"), JSON.stringify({ default_agent: "echo", agents }));
  return home;
}

/** A server that has reported that it is ready. */
export async function serve(home: string, ...more: string[]): Promise<Running & { url: string }> {
  const server = new Running(["serve", "--home", home, "--port", "0", "--json", ...more]);
  await server.until(() => server.stdout.includes("\n"));
  return Object.assign(server, { url: (JSON.parse(server.stdout) as { url: string }).url });
}

/** The JSON objects that a command printed, one per line. */
export function linesOf<T = Record<string, unknown>>(stdout: string): T[] {
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
