import type { Command } from "commander";
import type { Output } from "./output.ts";
import type { Environment, Flags } from "./settings.ts";

/** The context that every command receives in addition to its arguments. */
export interface Context {
  readonly home: string;
  readonly flags: Flags;
  readonly env: Environment;
  readonly output: Output;
}

/** Runs a command with its context. */
export type Act = (command: Command, work: (context: Context) => Promise<number>) => Promise<void>;
