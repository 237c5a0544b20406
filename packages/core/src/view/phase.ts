import type { Conversation } from "../conversation/conversation.ts";
import { laneAt } from "../conversation/lanes.ts";
import { findRun, openWorkOf } from "../conversation/runs.ts";
import { openSteps } from "./activity.ts";
import { isTransient, statusText } from "./status-text.ts";

/** The progress of a message or a run: decides how its end is drawn. */

export type Phase = "thinking" | "working" | "streaming" | "done";

/** The part of a chat message that determines its phase. */
export interface PhaseFacts {
  readonly isGenerating?: boolean | undefined;
  readonly isThinking?: boolean | undefined;
  /** A tool is running now. */
  readonly isToolRunning?: boolean | undefined;
  readonly activitySummary?: string | undefined;
  readonly activityEntries?: readonly string[] | undefined;
}

/** Actions take precedence over thinking: tools run while the model thinks about the rest. */
export function messagePhase(facts: PhaseFacts): Phase {
  if (facts.isGenerating !== true) return "done";
  const activity = [facts.activitySummary ?? "", ...(facts.activityEntries ?? [])];
  if (facts.isToolRunning === true || !activity.every(isTransient)) return "working";
  return facts.isThinking === true ? "thinking" : "streaming";
}

export function runPhase(conversation: Conversation, runId: string): Phase {
  const run = findRun(conversation, runId);
  if (run === undefined || run.outcome !== null) return "done";
  const { current, opened } = openWorkOf(conversation, run);
  const last = laneAt(conversation, run.lane).entries.get(opened.at(-1) ?? -1);
  // A status describes the time before the run's last message or call.
  const status = run.status !== null && run.status.seq > (last?.seq ?? 0) ? run.status : null;
  return messagePhase({
    isGenerating: true,
    isToolRunning: openSteps(conversation, run).length > 0,
    isThinking: current?.kind === "thought" || status?.status === "thinking",
    activitySummary: status === null ? undefined : statusText(status),
  });
}
