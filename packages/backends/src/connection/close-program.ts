import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "../process/limits.ts";
import { connectionClosed } from "./backend-exited.ts";
import type { RpcProgram } from "./rpc-program.ts";
import type { RunTracker } from "./run-tracker.ts";

/** Ends a program, and the runs that it was at. */
export async function closeProgram<Reply>(
  program: RpcProgram<Reply>,
  ended: Promise<unknown>,
  tracker: RunTracker,
): Promise<void> {
  await program.process.stop();
  // What it said to the last counts, unless nobody is there to hear it.
  await Promise.race([ended, sleep(limits.drainMs, undefined, { ref: false })]);
  tracker.end(connectionClosed);
  program.end();
}
