import type { AgentReadiness, AgentSettings, Backend, BackendCapabilities } from "@polylog/core";
import type { CheckedProgram } from "./process/check-program.ts";

/** A backend, and how to detect its agents on a machine. */
export interface BackendManifest {
  readonly backend: Backend;
  /** The capabilities of an agent with these options, if they differ between agents. */
  capabilities?(options: Readonly<Record<string, unknown>>): BackendCapabilities;
  /** The agents that this machine has or could have. Unavailable ones say what to do. */
  detect(machine: Machine): Promise<readonly DetectedAgent[]>;
}

/** The access that detection has. It starts programs only to check their version. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The absolute path of a program on the PATH, or null. */
  findProgram(name: string): Promise<string | null>;
  /** Whether a program runs with `--version`. The result is cached until its file changes. */
  checkProgram(file: string): Promise<CheckedProgram>;
  /** The JSON response of a URL, or undefined if there is no valid response in time. */
  reach(url: string, timeoutMs: number): Promise<unknown>;
}

export interface DetectedAgent {
  readonly id: string;
  readonly settings: AgentSettings;
  readonly state: AgentReadiness;
  /** How to make it available, with the command to run. */
  readonly reason?: string | undefined;
  readonly version?: string | undefined;
}
