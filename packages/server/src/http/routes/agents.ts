import { z } from "zod";
import { defineRoute } from "./define.ts";
import { id, projectRoot } from "./fields.ts";

const agent = z
  .object({
    id,
    backend: z.string(),
    available: z.boolean(),
    reason: z.string().optional().describe("What to do where it is not available."),
    version: z.string().optional(),
    model: z.string().optional(),
    capabilities: z.object({
      steer: z.boolean(),
      permissions: z.boolean(),
      questions: z.boolean(),
      plan: z.boolean(),
      resume: z.boolean(),
      images: z.boolean(),
      subagents: z.boolean(),
      stream: z.enum(["delta", "cumulative"]),
    }),
  })
  .meta({ id: "Agent" });

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
  handle: async ({ query }, { service }) => [
    ...(await service.agents({ projectRoot: query.project_root, refresh: query.refresh === "1" })),
  ],
});

export const agentRoutes = [getAgents];
