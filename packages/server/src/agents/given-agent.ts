import type { AgentSettings } from "@polylog/core";

/** An agent supplied by the program that embeds the server. It is always available. */
export interface GivenAgent {
  readonly id: string;
  readonly backend: string;
  readonly model?: string | undefined;
  /** The project it works in for callers that name no project. */
  readonly projectRoot?: string | undefined;
  /** Created when a session first needs them, then kept. */
  readonly settings: AgentSettings | (() => Promise<AgentSettings>);
}
