import { z } from "zod";
import { startChild } from "../conversation/children.ts";
import type { EntryBase } from "../conversation/entry.ts";
import { findRun, putRun } from "../conversation/runs.ts";
import { firstLine } from "../format/first-line.ts";
import { defineEntry, defineEvent, eventGroup, outcomes } from "./define.ts";
import { failure, id, optional, text } from "./fields.ts";
import { endTree } from "./run.ts";

/** Subagents: runs below a run. Each has its own lane, and the call that started it points to that lane. */

/** Shows a subagent without a call in its parent. Live until the subagent's run ends. */
export interface SubagentEntry extends EntryBase {
  readonly kind: "subagent";
  readonly childRunId: string;
  readonly task: string | null;
}

declare module "../conversation/entry.ts" {
  interface EntryKinds {
    subagent: SubagentEntry;
  }
}

const subagentSpawned = defineEvent({
  type: "subagent_spawned",
  scope: "run",
  payload: { childRunId: id, childAgentId: optional(id), callId: optional(id), task: optional(text) },
  afterEnd: "apply",
  fold: (draft, event, run) => {
    const known = findRun(draft, event.childRunId);
    if (known !== undefined) {
      if (known.task === null && event.task !== undefined) putRun(draft, { ...known, task: event.task });
      return;
    }
    startChild(
      draft,
      {
        ...event,
        runId: event.childRunId,
        agentId: event.childAgentId ?? event.agentId,
        parentCallId: undefined,
      },
      { parentRunId: run.runId, parentCallId: event.callId, task: event.task },
    );
  },
});

const subagentResult = defineEvent({
  type: "subagent_result",
  scope: "run",
  payload: { childRunId: id, outcome: z.enum(outcomes), result: optional(text), error: optional(failure) },
  afterEnd: "apply",
  fold: (draft, event, run) => {
    const child =
      findRun(draft, event.childRunId) ??
      startChild(
        draft,
        { ...event, runId: event.childRunId, parentCallId: undefined },
        { parentRunId: run.runId },
      );
    if (event.result !== undefined && child.result === null)
      putRun(draft, { ...child, result: event.result });
    endTree(draft, event, child.index, event);
  },
});

export const subagents = eventGroup(
  [subagentSpawned, subagentResult],
  [
    defineEntry("subagent", (entry) => ({
      icon: "subagent",
      tone: entry.live ? "live" : entry.endedBy === "completed" ? "done" : "failed",
      text: firstLine(entry.task ?? "Subagent"),
    })),
  ],
);
