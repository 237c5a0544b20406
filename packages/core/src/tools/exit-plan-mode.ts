import type { PlanItem } from "../events/plan.ts";
import type { Tool } from "./card.ts";
import { inputOf, nameIn } from "./input/input.ts";
import { succeeded, tense } from "./output/action-title.ts";
import { askedBy } from "./output/asked-by.ts";
import { checklistIn, doneOf } from "./output/checklist.ts";
import { outputOf } from "./output/output.ts";

/** A plan for a person's approval. */
export const exitPlanMode: Tool = {
  waitsForPerson: true,
  names: ["exit_plan_mode", "plan", "plan_exit", "present_plan", "submit_plan"],
  card: (call, conversation) => {
    const input = inputOf(call);
    const text = nameIn(input, "plan", "text", "content");
    const items: readonly PlanItem[] = checklistIn(input).map(({ content, status }) => ({ content, status }));
    const ask = askedBy(call, conversation, (entry) => entry.kind === "plan" && entry.callId === call.callId);
    const decision = ask?.kind === "plan" && ask.decision !== null ? decided[ask.decision] : null;
    const isPlan = text !== null || items.length > 0;
    return {
      icon: "plan",
      title:
        !isPlan && call.title !== null
          ? call.title
          : decision !== null
            ? "Proposed a plan"
            : tense(call, ["Proposing a plan", "Proposed a plan", "propose a plan"]),
      object: null,
      summary:
        decision ??
        (succeeded(call) && /\bapproved\b/i.test(outputOf(call).slice(0, 200)) ? "Approved" : doneOf(items)),
      explainsFailure: decision !== null,
      // The ask itself shows it while it is open.
      blocks:
        isPlan && ask?.live !== true
          ? [{ kind: "plan", text, items, collapsed: text !== null && !call.live }]
          : [],
    };
  },
};

const decided = { approve: "Approved", reject: "Rejected", edit: "Approved with changes" } as const;
