import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "../process/limits.ts";
import { connectionClosed } from "./backend-exited.ts";
import type { RpcProgram } from "./rpc-program.ts";
import type { RunTracker } from "./run-tracker.ts";

/** Stops a program and ends its runs. */
export async function closeProgram<Reply>(
  program: RpcProgram<Reply>,
  ended: Promise<unknown>,
  tracker: RunTracker,
): Promise<void> {
  await program.process.stop();
  // Wait for its last output, but not if nothing reads it.
  await Promise.race([ended, sleep(limits.drainMs, undefined, { ref: false })]);
  tracker.end(connectionClosed);
  program.end();
}
