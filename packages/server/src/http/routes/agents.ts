import { z } from "zod";
import { defineRoute } from "./define.ts";
import { id } from "./fields.ts";

const agent = z
  .object({
    id,
    backend: z.string(),
    available: z.boolean(),
    reason: z.string().optional().describe("What is missing where it is not available."),
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
  result: z.array(agent),
  handle: async (_, { service }) => [...(await service.agents())],
});

export const agentRoutes = [getAgents];
