import type { EventBody } from "@polylog/core";

/** The run that an event belongs to, and the run's agent. */
export interface RunRef {
  readonly runId: string;
  readonly agentId: string;
}

/** The result of translating a native message: its events and the translator's next state. */
export interface Translation<State> {
  readonly state: State;
  readonly events: readonly EventBody[];
}

/** The result for a message that the log does not need. */
export function noEvents<State>(state: State): Translation<State> {
  return { state, events: [] };
}
