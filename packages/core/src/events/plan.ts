import { z } from "zod";
import { addStep } from "../conversation/add.ts";
import { type Ask, answerAsk, askOutcomes, openAsk } from "../conversation/asks.ts";
import { baseOf } from "../conversation/entry.ts";
import { defineEntry, defineEvent, eventGroup } from "./define.ts";
import { actor, flag, id, optional, text } from "./fields.ts";

/** Plans: complete snapshots, all kept. Some need a person's approval. */

const planItem = z.object({
  content: text,
  priority: optional(z.enum(["high", "medium", "low"])),
  status: z.enum(["pending", "in_progress", "completed"]),
});
export type PlanItem = z.infer<typeof planItem>;

export interface PlanEntry extends Ask {
  readonly kind: "plan";
  readonly planId: string;
  readonly items: readonly PlanItem[];
  /** The plan as prose, if the agent writes one. */
  readonly text: string | null;
  readonly awaitsApproval: boolean;
  readonly decision: "approve" | "reject" | "edit" | null;
  readonly editedPlan: string | null;
  readonly note: string | null;
}

declare module "../conversation/entry.ts" {
  interface EntryKinds {
    plan: PlanEntry;
  }
}

const planUpdate = defineEvent({
  type: "plan_update",
  scope: "run",
  payload: {
    planId: id,
    entries: z.array(planItem),
    text: optional(text),
    awaitsApproval: optional(flag),
    callId: optional(id),
  },
  fold: (draft, event, run) => {
    const awaitsApproval = event.awaitsApproval ?? false;
    const entry: PlanEntry = {
      ...baseOf(event, "plan", awaitsApproval),
      askId: event.planId,
      callId: event.callId ?? null,
      answer: null,
      planId: event.planId,
      items: event.entries,
      text: event.text ?? null,
      awaitsApproval,
      decision: null,
      editedPlan: null,
      note: null,
    };
    const place = awaitsApproval ? openAsk(draft, run, entry) : addStep(draft, run, entry);
    if (place !== null) draft.plan = place;
  },
});

const planResponse = defineEvent({
  type: "plan_response",
  scope: "session",
  payload: {
    planId: id,
    decision: optional(z.enum(["approve", "reject", "edit"])),
    outcome: optional(z.enum(askOutcomes)),
    plan: optional(text),
    note: optional(text),
    by: optional(actor),
  },
  fold: (draft, event) =>
    answerAsk(draft, "plan", event.planId, event, () => ({
      decision: event.decision ?? null,
      editedPlan: event.plan ?? null,
      note: event.note ?? null,
    })),
});

const decided = { approve: "Plan approved", reject: "Plan rejected", edit: "Plan edited" } as const;

export const plans = eventGroup(
  [planUpdate, planResponse],
  [
    defineEntry("plan", (entry) => {
      const done = entry.items.filter((item) => item.status === "completed").length;
      const progress = entry.items.length === 0 ? "Plan" : `Plan: ${done} of ${entry.items.length} done`;
      return {
        icon: "plan",
        tone: entry.live ? "waiting" : "quiet",
        text: entry.live
          ? "Plan needs approval"
          : entry.decision === null
            ? progress
            : decided[entry.decision],
      };
    }),
  ],
);
