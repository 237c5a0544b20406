import type { AgentReadiness, AgentSettings, Backend, BackendCapabilities } from "@polylog/core";
import type { CheckedProgram } from "./process/check-program.ts";

/** A backend, and how its agents are found on a machine. */
export interface BackendManifest {
  readonly backend: Backend;
  /** What an agent with these options can do, where that differs from agent to agent. */
  capabilities?(options: Readonly<Record<string, unknown>>): BackendCapabilities;
  /** The agents that this machine has or could have; what is missing says what to do. */
  detect(machine: Machine): Promise<readonly DetectedAgent[]>;
}

/** What detection may look at. It starts nothing but programs that say their version. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The absolute path of a program on the PATH; null where there is none. */
  findProgram(name: string): Promise<string | null>;
  /** Whether a program runs, by its `--version`; known after that as long as its file stays the same. */
  checkProgram(file: string): Promise<CheckedProgram>;
  /** What a URL answers, read as JSON; undefined where nothing answers in time, or something else. */
  reach(url: string, timeoutMs: number): Promise<unknown>;
}

export interface DetectedAgent {
  readonly id: string;
  readonly settings: AgentSettings;
  readonly state: AgentReadiness;
  /** What to do where it is not available, with the command that does it. */
  readonly reason?: string | undefined;
  readonly version?: string | undefined;
}
