import type { EventBody } from "@polylog/core";

/** The run that an event belongs to, and the agent whose run it is. */
export interface RunRef {
  readonly runId: string;
  readonly agentId: string;
}

/** What a translator makes of a native message: the events it stands for, and the translator's next state. */
export interface Translation<State> {
  readonly state: State;
  readonly events: readonly EventBody[];
}

/** The message says nothing that the log needs. */
export function noEvents<State>(state: State): Translation<State> {
  return { state, events: [] };
}
