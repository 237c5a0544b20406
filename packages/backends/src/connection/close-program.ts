import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "../process/limits.ts";
import { connectionClosed } from "./backend-exited.ts";
import type { AskedProgram } from "./request-program.ts";
import type { RunBook } from "./run-tracker.ts";

/** Ends a program, and the runs that it was at. */
export async function closeProgram<Reply>(
  program: AskedProgram<Reply>,
  ended: Promise<unknown>,
  book: RunBook,
): Promise<void> {
  await program.process.stop();
  // What it said to the last counts, unless nobody is there to hear it.
  await Promise.race([ended, sleep(limits.drainMs, undefined, { ref: false })]);
  book.end(connectionClosed);
  program.end();
}
