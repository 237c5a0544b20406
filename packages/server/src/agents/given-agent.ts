import type { AgentSettings } from "@polylog/core";

/** An agent that the program around the server brings along. It is always there. */
export interface GivenAgent {
  readonly id: string;
  readonly backend: string;
  readonly model?: string | undefined;
  /** Where it works for whoever names no project. */
  readonly projectRoot?: string | undefined;
  /** Made when a session first needs them, and kept. */
  readonly settings: AgentSettings | (() => Promise<AgentSettings>);
}
