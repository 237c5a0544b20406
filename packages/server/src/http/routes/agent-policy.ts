import type { AgentPolicy } from "@polylog/core";
import { z } from "zod";
import { limits } from "../../limits.ts";
import { defineRoute } from "./define.ts";
import { id, projectRoot } from "./fields.ts";

const rule = z.object({ from: id, to: id }).describe("Agents by their ids; * is every agent.");
const rules = z.array(rule).max(limits.exchange.rules);

const policy = z
  .object({
    allow: rules.describe("Where there are any, agents may write to each other only as these say."),
    deny: rules.describe("Never these, whatever is allowed."),
  })
  .meta({ id: "AgentPolicy" });

const getPolicy = defineRoute({
  method: "get",
  path: "/api/agent-policy",
  role: "viewer",
  group: "agents",
  summary: "Which agents of a project may write to which others",
  query: z.object({ project_root: projectRoot }),
  result: z.object({ policy }),
  errors: ["not_a_project"],
  handle: async ({ query }, { services }) => ({
    policy: toPolicy(await services.policies.of(query.project_root)),
  }),
});

const postPolicy = defineRoute({
  method: "post",
  path: "/api/agent-policy",
  role: "owner",
  group: "agents",
  summary: "Set it; without rules each agent may write to all",
  body: z.object({ project_root: projectRoot, allow: rules.default([]), deny: rules.default([]) }),
  result: z.object({ policy }),
  errors: ["not_a_project"],
  handle: async ({ body }, { services }) => {
    const { project_root, allow, deny } = body;
    return { policy: toPolicy(await services.policies.set(project_root, { allow, deny })) };
  },
});

function toPolicy({ allow, deny }: AgentPolicy): z.input<typeof policy> {
  return { allow: [...allow], deny: [...deny] };
}

export const agentPolicyRoutes = [getPolicy, postPolicy];
