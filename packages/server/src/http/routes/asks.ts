import { askRoutes, permissionOffers } from "@polylog/core";
import type { DescribedAsk } from "../../service/described-asks.ts";
import { handle } from "./handler.ts";

function toAsk({ line, ...row }: DescribedAsk) {
  const event: unknown = JSON.parse(line);
  if (row.kind !== "permission") return { ...row, event };
  const { toolName = "", input } = event as { readonly toolName?: string; readonly input?: unknown };
  const call = { toolName, input, projectRoot: row.description.project?.root };
  return { ...row, event, offers: permissionOffers(call), denyOffers: permissionOffers(call, "deny") };
}

export const askHandlers = [
  handle(askRoutes.list, async (_, { service }) => ({ asks: (await service.asks()).map(toAsk) })),
  handle(askRoutes.answerQuestion, ({ body: { questionId, answers } }, { service, who }) => {
    const given = Array.isArray(answers)
      ? answers
      : Object.entries(answers).map(([question, answer]) => ({ question, answer }));
    return service.answerQuestion(questionId, given, who);
  }),
  handle(askRoutes.answerPermission, ({ body }, { service, who }) => service.answerPermission(body, who)),
  handle(askRoutes.answerPlan, ({ body }, { service, who }) => service.answerPlan(body, who)),
  handle(askRoutes.rules, async (_, { service }) => ({ rules: await service.permissionRules() })),
  handle(askRoutes.removeRule, ({ params }, { service }) => service.removePermissionRule(params.ruleId)),
];
