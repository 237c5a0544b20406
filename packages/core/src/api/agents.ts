import { z } from "zod";
import { limits } from "../limits.ts";
import { defineRoute } from "./contract.ts";
import { id, projectRoot } from "./fields.ts";
import type { Data } from "./wire.ts";

const readiness = z.enum(["available", "logged_out", "broken", "missing"]);
/** Ready to use; installed but signed out; installed but not working; not installed. */
export type AgentReadiness = Data<typeof readiness>;

const agent = z
  .object({
    id,
    backend: z.string(),
    available: z.boolean(),
    state: readiness.describe("Why it is not available: signed out, not working, or not installed."),
    reason: z.string().optional().describe("How to make it available."),
    version: z.string().optional(),
    model: z.string().optional(),
    projectRoot: z
      .string()
      .optional()
      .describe("A separate project for this agent, used if a request names no project."),
    capabilities: z.object({
      steer: z.boolean(),
      permissions: z.boolean(),
      questions: z.boolean(),
      plan: z.boolean(),
      resume: z.boolean(),
      images: z.boolean(),
      subagents: z.boolean(),
      cancelSubagent: z.boolean().describe("A single subagent can be stopped."),
      steerSubagent: z.boolean().describe("A running subagent can be sent a message."),
      stream: z.enum(["delta", "cumulative"]),
    }),
  })
  .meta({ id: "Agent" });
export type AgentInfo = Data<typeof agent>;

const rule = z.object({ from: id, to: id }).describe("Agent IDs; * matches every agent.");
export type PolicyRule = Data<typeof rule>;
const rules = z.array(rule).max(limits.api.policyRules);

const policy = z
  .object({
    allow: rules.describe("If there are any rules, agents can send only the messages that they allow."),
    deny: rules.describe("Denied even if an allow rule matches."),
  })
  .meta({ id: "AgentPolicy" });
/** Which agents of a project may message which others. Without rules, any agent can message any other. */
export type AgentPolicy = Data<typeof policy>;

export const agentRoutes = {
  list: defineRoute("agents.list", {
    summary: "List agents: configured, or found on this machine",
    query: z.object({
      projectRoot: projectRoot.optional().describe("Includes the agents that this project defines."),
      refresh: z
        .enum(["true", "false", "1", "0"])
        .transform((text) => text === "true" || text === "1")
        .optional()
        .describe("Detect installed programs again."),
    }),
    result: z.array(agent),
    errors: ["not_a_project"],
  }),
  policy: defineRoute("agents.policy", {
    summary: "Get which agents of a project may message which others",
    query: z.object({ projectRoot }),
    result: z.object({ policy }),
    errors: ["not_a_project"],
  }),
  setPolicy: defineRoute("agents.setPolicy", {
    summary: "Set the rules; without rules, any agent can message any other",
    body: z.object({ projectRoot, allow: rules.default([]), deny: rules.default([]) }),
    result: z.object({ policy }),
    errors: ["not_a_project"],
  }),
};
