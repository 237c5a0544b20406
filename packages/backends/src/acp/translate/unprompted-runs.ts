import type { EventBody, Outcome } from "@polylog/core";
import { type Native, nameOf, recordOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import { wordsOf } from "./content.ts";
import { type AcpState, type AcpTranslation, andThen, withRun } from "./state.ts";
import { endStreams, releaseHeldText } from "./text-stream.ts";
import { isEmpty } from "./tool-calls.ts";
import { isEnd } from "./tool-output.ts";
import { runUsage } from "./usage.ts";

/**
 * Turns that an agent starts without a prompt, for example when a background command has ended. Each is a separate
 * run.
 */

/** Starts a run for an update outside of a run. Updates left over from a cancelled run are dropped. */
export function beginUnprompted(state: AcpState, kind: string, update: Native): AcpTranslation | null {
  if (state.isAfterCancel || isRest(kind, update)) return noEvents(state);
  if (!begins(kind, update)) return null;
  const text = state.hasWorked ? null : wordsOf(recordOf(update.content));
  if (text !== null) {
    return { state, events: [{ type: "notice", level: "info", text: text.trim(), agentId: state.agentId }] };
  }
  const { name, count } = state.unprompted;
  const runId = `${name}-${count + 1}`;
  const begun = withRun({ ...state, unprompted: { name, count: count + 1 } }, runId);
  return {
    state: { ...begun, run: begun.run && { ...begun.run, isUnprompted: true } },
    events: [{ type: "run_started", trigger: "callback", runId, agentId: state.agentId }],
  };
}

function begins(kind: string, update: Native): boolean {
  return isTalk(kind) ? wordsOf(recordOf(update.content)) !== null : isCall(kind);
}

/** The remaining updates of an earlier run's call, and chunks without text. */
function isRest(kind: string, update: Native): boolean {
  if (isTalk(kind)) return wordsOf(recordOf(update.content))?.trim() === "";
  const isAnnounced = nameOf(update.title) !== null || !isEmpty(update.rawInput);
  return isCall(kind) && nameOf(update.toolCallId) !== null && (!isAnnounced || isEnd(update.status));
}

function isTalk(kind: string): boolean {
  return kind === "agent_message_chunk" || kind === "agent_thought_chunk";
}

function isCall(kind: string): boolean {
  return kind === "tool_call" || kind === "tool_call_update";
}

/** Whether this update ends an unprompted run. Claude's adapter then reports what triggered it. */
export function endsUnprompted(state: AcpState, update: Native): boolean {
  if (state.run?.isUnprompted !== true) return false;
  const origin = recordOf(update._meta)["_claude/origin"];
  return update.sessionUpdate === "usage_update" ? origin !== undefined : state.run.idle !== null;
}

/** Ends an unprompted run. Its cost is the increase of the session's cost since it started. */
export function endUnprompted(state: AcpState, outcome: Outcome): AcpTranslation {
  const { run, agentId, settings } = state;
  if (run?.isUnprompted !== true) return noEvents(state);
  const free = { model: settings.currentModel ?? "unknown", inputTokens: 0, outputTokens: 0 };
  const usage = runUsage(state, run.used === null ? [free] : []).filter(
    (record) => run.used !== null || record.costUsd !== undefined,
  );
  const end: EventBody = {
    ...{ type: "run_ended", outcome, ...(usage.length === 0 ? {} : { usage }) },
    ...{ runId: run.runId, agentId },
  };
  const isCut = outcome !== "completed";
  return andThen(
    andThen(isCut ? noEvents(state) : releaseHeldText(state), (next) => endStreams(next, isCut)),
    (next) => ({
      state: { ...next, run: null, isAfterCancel: outcome === "cancelled", leftOpen: [...run.calls.keys()] },
      events: [end],
    }),
  );
}
