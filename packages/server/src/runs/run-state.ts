/**
 * The state machine of an agent in a session. At most one run at a time; a cancel is final and can be repeated; a run
 * always ends exactly once.
 */

export type RunState =
  | { readonly name: "idle" }
  /** The run is in the log, but was not sent to the agent yet. */
  | { readonly name: "starting"; readonly runId: string }
  | { readonly name: "running"; readonly runId: string }
  /** The agent was asked to stop. */
  | { readonly name: "cancelling"; readonly runId: string };

export type RunInput =
  | { readonly name: "prompt"; readonly runId: string }
  /** The agent received the prompt. */
  | { readonly name: "given"; readonly runId: string }
  /** The agent reported the end of the run. */
  | { readonly name: "ended"; readonly runId: string }
  | { readonly name: "cancel"; readonly runId: string }
  /** A cancelled run took too long to end. */
  | { readonly name: "overdue"; readonly runId: string }
  /** The agent's program has exited. */
  | { readonly name: "gone" };

export type RunEffect =
  /** Ask the agent to stop, and wait for a limited time. */
  | "ask_to_stop"
  /** Kill the program and its child processes. */
  | "kill"
  /** Settle the run in the log as the agent reported, or with the matching outcome. */
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
    if (state.name !== "idle") throw new Error("An agent can only have one run at a time.");
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
      // The program is still starting, so it is killed, and the next run gets another one.
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
