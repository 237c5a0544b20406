import type { Conversation, Entry, EventBody, Outcome, Run } from "@polylog/core";
import { defined, entryAt, findRun, laneAt } from "@polylog/core";

/**
 * The events that end a run and its subruns: complete texts for open blocks, then exactly one result for every open call
 * and one answer for every pending ask, then the marks of an interruption, then the ends of the runs, children first.
 */
export interface Ending {
  readonly outcome: Outcome;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
  /** The end as reported by the agent, whose numbers are kept. */
  readonly reported?: Extract<EventBody, { type: "run_ended" }> | undefined;
}

interface Speaker {
  readonly runId: string;
  readonly agentId: string;
}

export function endingEvents(conversation: Conversation, runId: string, ending: Ending): EventBody[] {
  return endingRuns(conversation, runId, ending.outcome).flatMap((run) =>
    endOf(conversation, run, run.runId === runId ? ending : { outcome: ending.outcome, error: ending.error }),
  );
}

/** The runs that end with a run, children first: all subruns if it is stopped, otherwise only itself. */
function endingRuns(conversation: Conversation, runId: string, outcome: Outcome): Run[] {
  const root = findRun(conversation, runId);
  if (root === undefined || root.outcome !== null) return [];
  return isStopped(outcome) ? liveTree(conversation, root).reverse() : [root];
}

function isStopped(outcome: Outcome): boolean {
  return outcome === "cancelled" || outcome === "interrupted";
}

/** The run and its subruns that have not ended, parents first. */
function liveTree(conversation: Conversation, root: Run): Run[] {
  const tree: Run[] = [];
  const waiting: Run[] = [root];
  for (let run = waiting.pop(); run !== undefined; run = waiting.pop()) {
    if (run.outcome === null) tree.push(run);
    for (const childId of run.childRunIds) {
      const child = findRun(conversation, childId);
      if (child !== undefined) waiting.push(child);
    }
  }
  return tree;
}

function endOf(conversation: Conversation, run: Run, ending: Ending): EventBody[] {
  const { runId, agentId } = run;
  const speaker = { runId, agentId };
  const open = openEntries(conversation, run);
  const settled = open.flatMap((entry) => settleEntry(entry, ending, speaker));
  const marks: EventBody[] =
    isStopped(ending.outcome) && !run.interruptShown
      ? [
          { type: "interrupt", reason: ending.error?.message ?? ending.outcome, ...speaker },
          { type: "output_cancelled", ...speaker },
        ]
      : [];
  const reported = ending.reported ?? { type: "run_ended" as const };
  const { error = ending.reported?.error } = ending;
  const ended: EventBody = {
    ...reported,
    ...speaker,
    outcome: ending.outcome,
    ...defined({ error }),
  };
  const status = run.status?.status ?? "idle";
  const idle: EventBody[] =
    status === "idle" || status === "model_loading"
      ? []
      : [{ type: "agent_status", status: "idle", ...speaker }];
  return [...settled, ...marks, ...idle, ended];
}

/** The end of asks that are no longer waited for while their run continues. */
export function expiredAsks(
  conversation: Conversation,
  isExpired: (askId: string, runId: string) => boolean,
): EventBody[] {
  return [...conversation.pendingAsks].flatMap(([askId, place]) => {
    const entry = entryAt(conversation, place);
    const { agentId, runId } = entry;
    if (agentId === null || runId === null || !isExpired(askId, runId)) return [];
    return settleEntry(entry, { outcome: "interrupted" }, { agentId, runId });
  });
}

/** Settles open work before an agent's event that stops or ends a run; null for other events. */
export function settlingBefore(body: EventBody): ((conversation: Conversation) => EventBody[]) | null {
  switch (body.type) {
    case "interrupt":
    case "output_cancelled":
      return (conversation) => openBlocks(conversation, body.runId, "cancelled");
    case "run_ended":
      return (conversation) => openWork(conversation, body.runId, body.outcome);
    case "subagent_result":
      return (conversation) => openWork(conversation, body.childRunId, body.outcome);
    default:
      return null;
  }
}

/** Results, answers and texts for everything that is open in a run when its agent reports its end. */
function openWork(conversation: Conversation, runId: string, outcome: Outcome): EventBody[] {
  return endingRuns(conversation, runId, outcome).flatMap((run) => {
    const speaker = { runId: run.runId, agentId: run.agentId };
    return openEntries(conversation, run).flatMap((entry) => settleEntry(entry, { outcome }, speaker));
  });
}

/** The complete texts of interrupted blocks, so that their deltas can be dropped. */
function openBlocks(conversation: Conversation, runId: string, outcome: Outcome): EventBody[] {
  const run = findRun(conversation, runId);
  if (run === undefined || run.outcome !== null) return [];
  const { agentId } = run;
  return openEntries(conversation, run).flatMap((entry) => brokenOff(entry, outcome, { runId, agentId }));
}

/** Only if the whole block is available: a block with a gap, or one continued after another entry, is kept unchanged. */
function brokenOff(entry: Entry, endedBy: Outcome, speaker: Speaker): EventBody[] {
  if (!("responseId" in entry && "body" in entry)) return [];
  const { responseId, block, body, ts: startedTs } = entry;
  if (body.length === 0 || body.base > 0 || body.gaps.length > 0 || body.cut) return [];
  const end = { responseId, block, text: body.toString(), startedTs, endedBy, ...speaker };
  if (entry.kind === "message") return [{ type: "text_done", ...end }];
  return [{ type: "thinking_done", ...end, ...(entry.redacted ? { redacted: true } : {}) }];
}

function openEntries(conversation: Conversation, run: Run): Entry[] {
  const lane = laneAt(conversation, run.lane);
  return lane.entries.slice(lane.settled).filter((entry) => entry.live && entry.runId === run.runId);
}

function settleEntry(entry: Entry, { outcome }: Ending, speaker: Speaker): EventBody[] {
  const by = { kind: "system" as const };
  const answer = outcome === "cancelled" ? ("cancelled" as const) : ("expired" as const);
  switch (entry.kind) {
    case "message":
    case "thought":
      return brokenOff(entry, outcome, speaker);
    case "tool_call":
      return [
        {
          type: "tool_result",
          callId: entry.callId,
          toolName: entry.rawName,
          ok: false,
          error: { code: "tool_interrupted", message: "The run ended before the tool did." },
          ...speaker,
        },
      ];
    case "permission":
      return [{ type: "permission_response", requestId: entry.askId, outcome: answer, by, ...speaker }];
    case "question":
      return [{ type: "ask_user_response", questionId: entry.askId, outcome: answer, by, ...speaker }];
    case "plan":
      return [{ type: "plan_response", planId: entry.askId, outcome: answer, by, ...speaker }];
    default:
      return [];
  }
}
