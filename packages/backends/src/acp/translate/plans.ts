import { defined, type EventBody } from "@polylog/core";
import { type Native, nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import type { AcpState, AcpTranslation } from "./state.ts";

/** Plans are always reported whole. An unchanged plan is not reported again. */

type PlanItem = Extract<EventBody, { type: "plan_update" }>["entries"][number];

export function translatePlan(state: AcpState, update: Native): AcpTranslation | null {
  return Array.isArray(update.entries)
    ? reportPlan(state, recordsOf(update.entries).map(planItem), null)
    : null;
}

/** A plan in the protocol's draft: a list, a text or a file. */
export function translateDraftPlan(state: AcpState, update: Native): AcpTranslation | null {
  const plan = recordOf(update.plan);
  if (plan.type === "items") return translatePlan(state, plan);
  const text = textOf(plan.content) ?? nameOf(plan.uri);
  return text === null ? null : reportPlan(state, [], text);
}

function reportPlan(state: AcpState, entries: PlanItem[], text: string | null): AcpTranslation {
  const { run, agentId } = state;
  const plan = JSON.stringify([entries, text]);
  if (run === null || plan === run.plan) return noEvents(state);
  const runRef = { runId: run.runId, agentId };
  const planId = `${run.runId}/plan-${run.plans}`;
  const items = entries.map(({ content, status }) => ({ content, status }));
  return {
    state: { ...state, run: { ...run, plan, plans: run.plans + 1, hasSpoken: true } },
    events: [
      { type: "plan_update", planId, entries, ...defined({ text }), ...runRef },
      ...(text === null ? [{ type: "todo_update" as const, items, ...runRef }] : []),
    ],
  };
}

function planItem({ content, priority, status }: Native): PlanItem {
  return {
    content: nameOf(content) ?? "",
    ...(priority === "high" || priority === "medium" || priority === "low" ? { priority } : {}),
    status: status === "in_progress" || status === "completed" ? status : "pending",
  };
}
