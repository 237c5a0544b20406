import { spawn } from "node:child_process";
import { limits } from "../limits.ts";

export interface ShellResult {
  readonly output: string;
  readonly exitCode: number | null;
}

/** Runs what the person at the keyboard typed after `!`, by their own shell and as themselves. */
export function runShell(command: string, folder: string, signal: AbortSignal): Promise<ShellResult> {
  const child = spawn(process.env.SHELL ?? "/bin/sh", ["-c", command], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: limits.shellMs,
    signal,
  });
  let output = "";
  const take = (text: string) => {
    if (output.length < limits.shellChars) output = (output + text).slice(0, limits.shellChars);
  };
  child.stdout.setEncoding("utf8").on("data", take);
  child.stderr.setEncoding("utf8").on("data", take);
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ output: error.message, exitCode: null }));
    child.on("close", (exitCode) => resolve({ output, exitCode }));
  });
}

/** What the agent is told about it, with the next message. */
export function shellNote(command: string, { output, exitCode }: ShellResult): string {
  return `I ran \`${command}\` (exit code ${exitCode ?? "none"}):\n\`\`\`\n${output.trimEnd()}\n\`\`\``;
}
