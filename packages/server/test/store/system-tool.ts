import { spawnSync } from "node:child_process";

/** Runs a program of the system that may not be there; true if it went well. */
export function systemTool(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args).status === 0;
}
