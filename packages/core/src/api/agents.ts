import { z } from "zod";
import { limits } from "../limits.ts";
import { defineRoute } from "./contract.ts";
import { id, projectRoot } from "./fields.ts";
import type { Data } from "./wire.ts";

const readiness = z.enum(["available", "logged_out", "broken", "missing"]);
/** Ready to use; installed but logged out; installed but not working; not installed. */
export type AgentReadiness = Data<typeof readiness>;

const agent = z
  .object({
    id,
    backend: z.string(),
    available: z.boolean(),
    state: readiness.describe("Why it is not available: logged out, not working, or not installed."),
    reason: z.string().optional().describe("What to do where it is not available."),
    version: z.string().optional(),
    model: z.string().optional(),
    projectRoot: z
      .string()
      .optional()
      .describe("A project of its own: where it works for whoever names none."),
    capabilities: z.object({
      steer: z.boolean(),
      permissions: z.boolean(),
      questions: z.boolean(),
      plan: z.boolean(),
      resume: z.boolean(),
      images: z.boolean(),
      subagents: z.boolean(),
      cancelSubagent: z.boolean().describe("One subagent can be stopped without the others."),
      steerSubagent: z.boolean().describe("A subagent at work can be given a message."),
      stream: z.enum(["delta", "cumulative"]),
    }),
  })
  .meta({ id: "Agent" });
export type AgentInfo = Data<typeof agent>;

const rule = z.object({ from: id, to: id }).describe("Agents by their ids; * is every agent.");
export type PolicyRule = Data<typeof rule>;
const rules = z.array(rule).max(limits.api.policyRules);

const policy = z
  .object({
    allow: rules.describe("Where there are any, agents may write to each other only as these say."),
    deny: rules.describe("Never these, whatever is allowed."),
  })
  .meta({ id: "AgentPolicy" });
/** Which agents of a project may write to which others. Without rules each may write to all. */
export type AgentPolicy = Data<typeof policy>;

export const agentRoutes = {
  list: defineRoute("agents.list", {
    group: "agents",
    summary: "The agents: configured, or found on this machine",
    query: z.object({
      projectRoot: projectRoot.optional().describe("With those that a project brings along."),
      refresh: z
        .enum(["true", "false", "1", "0"])
        .transform((text) => text === "true" || text === "1")
        .optional()
        .describe("Look at the machine again."),
    }),
    result: z.array(agent),
    errors: ["not_a_project"],
  }),
  policy: defineRoute("agents.policy", {
    group: "agents",
    summary: "Which agents of a project may write to which others",
    query: z.object({ projectRoot }),
    result: z.object({ policy }),
    errors: ["not_a_project"],
  }),
  setPolicy: defineRoute("agents.setPolicy", {
    group: "agents",
    summary: "Set it; without rules each agent may write to all",
    body: z.object({ projectRoot, allow: rules.default([]), deny: rules.default([]) }),
    result: z.object({ policy }),
    errors: ["not_a_project"],
  }),
};
