import { askRoutes, permissionOffers } from "@polylog/core";
import type { DescribedAsk } from "../../asks/described-asks.ts";
import { handle } from "./handler.ts";

function toAsk({ line, ...row }: DescribedAsk) {
  const event: unknown = JSON.parse(line);
  if (row.kind !== "permission") return { ...row, event };
  const { toolName = "", input } = event as { readonly toolName?: string; readonly input?: unknown };
  const call = { toolName, input, projectRoot: row.description.project?.root };
  return { ...row, event, offers: permissionOffers(call), denyOffers: permissionOffers(call, "deny") };
}

export const askHandlers = [
  handle(askRoutes.list, async (_, { services }) => ({ asks: (await services.asks.list()).map(toAsk) })),
  handle(askRoutes.answerQuestion, ({ body: { questionId, answers } }, { services, who }) => {
    const list = Array.isArray(answers)
      ? answers
      : Object.entries(answers).map(([question, answer]) => ({ question, answer }));
    return services.asks.answerQuestion(questionId, list, who);
  }),
  handle(askRoutes.answerPermission, ({ body }, { services, who }) =>
    services.asks.answerPermission(body, who),
  ),
  handle(askRoutes.answerPlan, ({ body }, { services, who }) => services.asks.answerPlan(body, who)),
  handle(askRoutes.rules, async (_, { services }) => ({ rules: await services.permissionRules.list() })),
  handle(askRoutes.removeRule, ({ params }, { services }) => services.permissionRules.remove(params.ruleId)),
];
