import type { AgentSettings, BackendCapabilities } from "@polylog/core";

/** An agent as people see it: configured or found on this machine, and what is missing where it cannot be used. */
export interface AgentInfo {
  readonly id: string;
  readonly backend: string;
  readonly available: boolean;
  readonly reason?: string;
  readonly version?: string;
  readonly model?: string;
  readonly capabilities: BackendCapabilities;
}

/** An agent that the program around the server brings along. It is always there. */
export interface GivenAgent {
  readonly id: string;
  readonly backend: string;
  readonly model?: string | undefined;
  /** Made when a session first needs them, and kept. */
  readonly settings: AgentSettings | (() => Promise<AgentSettings>);
}
