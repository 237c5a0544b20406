import { spawnSync } from "node:child_process";

/** Runs a system program that may be missing; true if it succeeded. */
export function systemTool(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args).status === 0;
}
