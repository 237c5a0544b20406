import type { AgentInfo, AgentReadiness } from "@polylog/core";
import { z } from "zod";
import { defineRoute } from "./define.ts";
import { id, projectRoot } from "./fields.ts";

const states = ["available", "logged_out", "broken", "missing"] as const satisfies readonly AgentReadiness[];

const agent = z
  .object({
    id,
    backend: z.string(),
    available: z.boolean(),
    state: z.enum(states).describe("Why it is not available: logged out, not working, or not installed."),
    reason: z.string().optional().describe("What to do where it is not available."),
    version: z.string().optional(),
    model: z.string().optional(),
    project_root: z
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
      cancel_subagent: z.boolean().describe("One subagent can be stopped without the others."),
      steer_subagent: z.boolean().describe("A subagent at work can be given a message."),
      stream: z.enum(["delta", "cumulative"]),
    }),
  })
  .meta({ id: "Agent" });

function toAgent({ capabilities, projectRoot: own, ...info }: AgentInfo): z.input<typeof agent> {
  const { cancelSubagent: cancel_subagent, steerSubagent: steer_subagent, ...rest } = capabilities;
  const project = own === undefined ? {} : { project_root: own };
  return { ...info, ...project, capabilities: { ...rest, cancel_subagent, steer_subagent } };
}

const getAgents = defineRoute({
  method: "get",
  path: "/api/agents",
  role: "viewer",
  group: "agents",
  summary: "The agents: configured, or found on this machine",
  query: z.object({
    project_root: projectRoot.optional().describe("With those that a project brings along."),
    refresh: z.enum(["0", "1"]).optional().describe("1: look at the machine again."),
  }),
  result: z.array(agent),
  errors: ["not_a_project"],
  handle: async ({ query }, { services }) => {
    const asked = { projectRoot: query.project_root, refresh: query.refresh === "1" };
    return (await services.agents.list(asked)).map(toAgent);
  },
});

export const agentRoutes = [getAgents];
