import type { EventBody } from "@polylog/core";
import type { Native } from "../connection/native-value.ts";
import { nameOf } from "../connection/native-value.ts";
import type { ClaudeState, CurrentRun, Told } from "./state.ts";
import { nothing, withoutPrompt } from "./state.ts";

/** Which of our runs the program is at. It says with which message it begins, and begins some turns by itself. */

export function translateLifecycle(given: ClaudeState, value: Native): Told {
  const state: ClaudeState = { ...given, tellsStarts: true };
  if (value.state !== "started") return nothing(state);
  const prompt = state.waiting.find(({ uuid }) => uuid === value.command_uuid);
  if (prompt === undefined) return nothing(state);
  const next = withoutPrompt(state, prompt.uuid);
  return prompt.steers ? nothing(next) : begin(next, prompt.runId);
}

/** Every turn begins with this line. One that nobody asked for is a run of its own. */
export function beginTurn(state: ClaudeState, value: Native): Told {
  if (state.run !== null) return nothing(state);
  const [first] = state.waiting;
  if (first !== undefined && !state.tellsStarts) return begin(withoutPrompt(state, first.uuid), first.runId);
  const runId = `claude-${nameOf(value.uuid) ?? "turn"}`;
  const started: EventBody = { type: "run_started", trigger: "callback", runId, agentId: state.agentId };
  return { state: { ...state, run: newRun(runId, true) }, events: [started] };
}

/** A prompt that slips into a turn that began by itself takes it over: there will be one end for both. */
function begin(state: ClaudeState, runId: string): Told {
  const { run, agentId } = state;
  const ended: EventBody[] =
    run?.unprompted === true ? [{ type: "run_ended", outcome: "completed", runId: run.runId, agentId }] : [];
  return { state: { ...state, run: newRun(runId, false), stream: null }, events: ended };
}

function newRun(runId: string, unprompted: boolean): CurrentRun {
  return { runId, unprompted, failure: null, status: null, used: {} };
}
