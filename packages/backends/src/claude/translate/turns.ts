import type { EventBody } from "@polylog/core";
import { type Native, nameOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import { type ClaudeState, type ClaudeTranslation, newRun, withoutPrompt } from "./state.ts";

/**
 * Tracks which of our runs the program works on. Newer versions name the message that starts a turn; some turns are
 * unprompted.
 */

export function translateLifecycle(given: ClaudeState, value: Native): ClaudeTranslation {
  const state: ClaudeState = { ...given, namesPrompts: true };
  if (value.state === "queued") return noEvents(state);
  const prompt = state.waiting.find(({ uuid }) => uuid === value.command_uuid);
  if (prompt === undefined) return noEvents(state);
  if (prompt.steers) {
    const next = withoutPrompt(state, prompt.uuid);
    return noEvents(
      value.state === "cancelled" ? { ...next, dropped: [...next.dropped, prompt.uuid] } : next,
    );
  }
  return value.state === "started" ? begin(withoutPrompt(state, prompt.uuid), prompt.runId) : noEvents(state);
}

/** Every turn starts with this line. An unprompted turn is a separate run. */
export function beginTurn(state: ClaudeState, value: Native): ClaudeTranslation {
  if (state.run !== null) return noEvents({ ...state, run: { ...state.run, isBetweenTurns: false } });
  const first = state.waiting.find(({ steers }) => !steers);
  if (first !== undefined && !state.namesPrompts) return begin(withoutPrompt(state, first.uuid), first.runId);
  const runId = `claude-${nameOf(value.uuid) ?? "turn"}`;
  const started: EventBody = { type: "run_started", trigger: "callback", runId, agentId: state.agentId };
  return { state: { ...state, run: newRun(runId, true) }, events: [started] };
}

/**
 * The main thread requests the model. Versions that do not announce messages add the queued ones to this request, so
 * the turn's end now ends its run. A message that was still too late gets an unprompted turn.
 */
export function withRequest(state: ClaudeState): ClaudeState {
  if (state.namesPrompts || !state.waiting.some(({ steers }) => steers)) return state;
  return { ...state, waiting: state.waiting.filter(({ steers }) => !steers) };
}

/** A prompt that arrives during an unprompted turn takes it over, because both have a single end. */
function begin(state: ClaudeState, runId: string): ClaudeTranslation {
  const { run, agentId } = state;
  const ended: EventBody[] =
    run?.unprompted === true ? [{ type: "run_ended", outcome: "completed", runId: run.runId, agentId }] : [];
  return { state: { ...state, run: newRun(runId, false), stream: null }, events: ended };
}
