import type { AgentSettings } from "@polylog/core";

/** An agent that the program around the server brings along. It is always there. */
export interface GivenAgent {
  readonly id: string;
  readonly backend: string;
  readonly model?: string | undefined;
  /** Made when a session first needs them, and kept. */
  readonly settings: AgentSettings | (() => Promise<AgentSettings>);
}
