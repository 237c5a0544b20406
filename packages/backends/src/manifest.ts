import type { AgentSettings, Backend } from "@polylog/core";

/** A backend, and how its agents are found on a machine. */
export interface BackendManifest {
  readonly backend: Backend;
  /** The agents that this machine has or could have; what is missing says what to do. */
  detect(machine: Machine): Promise<readonly DetectedAgent[]>;
}

/** What detection may look at. It starts nothing. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The absolute path of a program on the PATH; null where there is none. */
  findProgram(name: string): Promise<string | null>;
  /** What a URL answers, read as JSON; undefined where nothing answers in time, or something else. */
  reach(url: string, timeoutMs: number): Promise<unknown>;
}

export interface DetectedAgent {
  readonly id: string;
  readonly settings: AgentSettings;
  readonly available: boolean;
  /** What to do where it is not available. */
  readonly reason?: string | undefined;
  readonly version?: string | undefined;
}
