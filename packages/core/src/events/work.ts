import { z } from "zod";
import { addRemark, addStep } from "../conversation/add.ts";
import { setAgent } from "../conversation/agents.ts";
import { baseOf, type EntryBase } from "../conversation/entry.ts";
import { joinIds } from "../data/join-ids.ts";
import { firstLine } from "../format/first-line.ts";
import { defineEntry, defineEvent, eventGroup } from "./define.ts";
import { count, flag, id, optional, text } from "./fields.ts";

/** Work: the results of a run. */

const changedFile = z.object({
  path: text,
  status: z.enum(["added", "modified", "deleted", "renamed"]),
  oldPath: optional(text),
  added: optional(count),
  removed: optional(count),
  diff: optional(text),
  /** Sessions whose runs may have changed it at the same time: the author of the change is unknown. */
  alsoChangedBy: optional(z.array(z.object({ sessionId: id, title: optional(text) }))),
});
export type ChangedFile = z.infer<typeof changedFile>;

export interface ChangeReportEntry extends EntryBase {
  readonly kind: "change_report";
  readonly files: readonly ChangedFile[];
  readonly truncatedCount: number;
  /** Lines of all files, including unlisted ones; null if the report does not state it. */
  readonly added: number | null;
  readonly removed: number | null;
  /** The checkpoints before and after the run: the changes between them can be listed by file. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface FinalizeEntry extends EntryBase {
  readonly kind: "finalize";
  readonly summary: string;
  readonly ok: boolean;
}

const todo = z.object({
  content: text,
  status: z.enum(["pending", "in_progress", "completed"]),
  activeForm: optional(text),
});
export type TodoItem = z.infer<typeof todo>;

declare module "../conversation/entry.ts" {
  interface EntryKinds {
    change_report: ChangeReportEntry;
    finalize: FinalizeEntry;
  }
}

const changeReport = defineEvent({
  type: "change_report",
  scope: "run",
  payload: {
    files: z.array(changedFile),
    truncatedCount: optional(count),
    added: optional(count),
    removed: optional(count),
    before: optional(text),
    after: optional(text),
  },
  afterEnd: "apply",
  fold: (draft, event, run) => {
    const report: ChangeReportEntry = {
      ...baseOf(event, "change_report"),
      files: event.files,
      truncatedCount: event.truncatedCount ?? 0,
      added: event.added ?? null,
      removed: event.removed ?? null,
      before: event.before ?? null,
      after: event.after ?? null,
    };
    addRemark(draft, event, report, run);
  },
});

const finalizeTask = defineEvent({
  type: "finalize_task",
  scope: "run",
  payload: { summary: text, ok: optional(flag) },
  fold: (draft, event, run) => {
    addStep(draft, run, { ...baseOf(event, "finalize"), summary: event.summary, ok: event.ok ?? true });
  },
});

const todoUpdate = defineEvent({
  type: "todo_update",
  scope: "run",
  payload: { items: z.array(todo), callId: optional(id) },
  supersededKey: (event) => joinIds("todos", event.agentId),
  supersedes: (event) => [joinIds("todos", event.agentId)],
  afterEnd: "apply",
  fold: (draft, event) => setAgent(draft, event.agentId, { todos: event.items }),
});

export const work = eventGroup(
  [changeReport, finalizeTask, todoUpdate],
  [
    defineEntry("change_report", ({ files, truncatedCount }) => {
      const total = files.length + truncatedCount;
      return {
        icon: "changes",
        tone: "plain",
        text: total === 1 ? "1 file changed" : `${total} files changed`,
      };
    }),
    defineEntry("finalize", (entry) => ({
      icon: "finish",
      tone: entry.ok ? "done" : "failed",
      text: firstLine(entry.summary),
    })),
  ],
);
