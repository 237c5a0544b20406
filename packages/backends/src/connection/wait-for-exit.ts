import { setTimeout as sleep } from "node:timers/promises";
import type { AgentProcess, ProcessExit } from "../process/agent-process.ts";
import { limits } from "../process/limits.ts";

/** Waits for the exit of a program that has closed its output. It can send nothing more. */
export async function waitForExit(process: AgentProcess): Promise<ProcessExit> {
  const waiting = new AbortController();
  void sleep(limits.mutedMs, undefined, { ref: false, signal: waiting.signal }).then(
    () => process.stop(),
    // The program exited in time.
    () => undefined,
  );
  const exit = await process.exit;
  waiting.abort();
  return exit;
}
