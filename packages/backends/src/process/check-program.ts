import { execFile } from "node:child_process";
import { childEnvironment } from "./environment.ts";
import { limits } from "./limits.ts";
import { nodeError } from "./node-error.ts";

export type CheckedProgram =
  | { readonly ok: true; readonly version: string | null }
  /** A short reason why it does not run. */
  | { readonly ok: false; readonly problem: string };

/** Runs a program with `--version`, which never starts a login. A timeout counts as working. */
export function checkProgram(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<CheckedProgram> {
  const options = {
    timeout: limits.versionMs,
    maxBuffer: limits.versionBytes,
    env: childEnvironment(env, {}),
  };
  return new Promise((resolve) => {
    const child = execFile(file, ["--version"], options, (error, stdout, stderr) => {
      if (error === null || error.killed === true) {
        resolve({ ok: true, version: /\d+\.\d+\.\d+[\w.+-]*/.exec(stdout)?.[0] ?? null });
        return;
      }
      const firstLine = stderr.split("\n").find((line) => line.trim() !== "");
      const said = nodeError(stderr) ?? firstLine?.trim();
      const ended = typeof error.code === "number" ? `it exited with code ${error.code}` : error.message;
      resolve({ ok: false, problem: (said ?? ended).slice(0, limits.problemChars) });
    });
    child.stdin?.end();
  });
}
