/**
 * The life of an agent in a session, as a table. At most one run at a time; a cancel is terminal and may be asked
 * for again; whatever happens, a run ends once.
 */

export type RunState =
  | { readonly name: "idle" }
  /** The run is in the log; the agent has not been given it yet. */
  | { readonly name: "starting"; readonly runId: string }
  | { readonly name: "running"; readonly runId: string }
  /** The agent was asked to stop. */
  | { readonly name: "cancelling"; readonly runId: string };

export type RunInput =
  | { readonly name: "prompt"; readonly runId: string }
  /** The agent is given the prompt. */
  | { readonly name: "given"; readonly runId: string }
  /** The agent says that the run is over. */
  | { readonly name: "ended"; readonly runId: string }
  | { readonly name: "cancel"; readonly runId: string }
  /** A cancelled run took too long to end. */
  | { readonly name: "overdue"; readonly runId: string }
  /** The agent's program is gone. */
  | { readonly name: "gone" };

export type RunEffect =
  /** Ask the agent to stop, and wait only so long. */
  | "ask_to_stop"
  /** End the program and all below it. */
  | "kill"
  /** Settle the run in the log as the agent said, or with the outcome that fits. */
  | "settle_as_told"
  | "settle_cancelled"
  | "settle_failed";

export interface Step {
  readonly state: RunState;
  readonly effects: readonly RunEffect[];
}

export const idle: RunState = { name: "idle" };

export function nextRunState(state: RunState, input: RunInput): Step {
  if (input.name === "prompt") {
    if (state.name !== "idle") throw new Error("an agent takes one run at a time.");
    return { state: { name: "starting", runId: input.runId }, effects: [] };
  }
  const stays: Step = { state, effects: [] };
  if (state.name === "idle") return stays;
  if ("runId" in input && input.runId !== state.runId) return stays;
  const { runId } = state;
  switch (input.name) {
    case "given":
      return state.name === "starting" ? { state: { name: "running", runId }, effects: [] } : stays;
    case "cancel":
      if (state.name === "cancelling") return stays;
      // Nobody to ask yet: the program that comes up is given up, and the next run gets another.
      if (state.name === "starting") return { state: idle, effects: ["kill", "settle_cancelled"] };
      return { state: { name: "cancelling", runId }, effects: ["ask_to_stop"] };
    case "ended":
      return { state: idle, effects: [state.name === "cancelling" ? "settle_cancelled" : "settle_as_told"] };
    case "overdue":
      return state.name === "cancelling" ? { state: idle, effects: ["kill", "settle_cancelled"] } : stays;
    case "gone":
      return { state: idle, effects: [state.name === "cancelling" ? "settle_cancelled" : "settle_failed"] };
  }
}
