import { spawn } from "node:child_process";
import { limits } from "../limits.ts";

export interface ShellResult {
  readonly output: string;
  readonly exitCode: number | null;
  /** Why the command was stopped early. */
  readonly stopped: "person" | "time" | null;
}

export interface ShellRun {
  readonly ended: Promise<ShellResult>;
  /** Asks the command and its child processes to exit, and kills them after a delay. */
  readonly stop: () => void;
  /** Kills them immediately, for quitting. */
  readonly kill: () => void;
}

/** Runs a `!` command in the person's own shell and with their permissions. */
export function runShell(command: string, folder: string, within: number = limits.shellMs): ShellRun {
  const child = spawn(process.env.SHELL ?? "/bin/sh", ["-c", command], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    // A separate process group, so that its child processes end with it.
    detached: true,
  });
  let output = "";
  let stopped: ShellResult["stopped"] = null;
  const take = (text: string) => {
    if (output.length < limits.shellChars) output = (output + text).slice(0, limits.shellChars);
  };
  child.stdout.setEncoding("utf8").on("data", take);
  child.stderr.setEncoding("utf8").on("data", take);
  const timers: NodeJS.Timeout[] = [];
  const signal = (name: "SIGTERM" | "SIGKILL") => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // The group has already ended.
    }
  };
  const kill = () => {
    signal("SIGKILL");
    // A process that left the group may still hold the pipes, so they are not awaited.
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const end = (why: "person" | "time") => {
    if (stopped !== null) return;
    stopped = why;
    signal("SIGTERM");
    timers.push(setTimeout(kill, limits.shellGraceMs));
  };
  timers.push(setTimeout(() => end("time"), within));
  const ended = new Promise<ShellResult>((resolve) => {
    child.on("error", (error) => resolve({ output: error.message, exitCode: null, stopped }));
    child.on("close", (exitCode) => resolve({ output, exitCode, stopped }));
  });
  void ended.then(() => {
    for (const timer of timers) clearTimeout(timer);
  });
  return { ended, stop: () => end("person"), kill };
}

/** The text about the command in the next message to the agent. */
export function shellNote(command: string, result: ShellResult): string {
  return `I ran \`${command}\` (${exitDescription(result)}):\n\`\`\`\n${result.output.trimEnd()}\n\`\`\``;
}

export function exitDescription({ exitCode, stopped }: ShellResult): string {
  if (stopped === "person") return "stopped by me";
  if (stopped === "time") return `stopped after ${limits.shellMs / 1000} seconds`;
  return `exit code ${exitCode ?? "none"}`;
}
