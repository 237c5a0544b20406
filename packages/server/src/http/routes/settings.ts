import type { AgentOverride } from "@polylog/core";
import { permissionModes } from "@polylog/core";
import { z } from "zod";
import { configJsonSchema } from "../../config/config-schema.ts";
import { limits } from "../../limits.ts";
import { defineRoute } from "./define.ts";
import { id, projectRoot } from "./fields.ts";

/** Settings name programs that are started, so only the owner reads or changes them. */

const settings = z.record(z.string(), z.unknown());

const getSettings = defineRoute({
  method: "get",
  path: "/api/settings",
  role: "owner",
  group: "settings",
  summary: "The configuration",
  result: z.unknown(),
  handle: (_, { service }) => service.settings(),
});

export const postSettings = defineRoute({
  method: "post",
  path: "/api/settings",
  role: "owner",
  group: "settings",
  summary: "Change the configuration",
  carries: "words",
  body: settings,
  result: z.unknown(),
  errors: ["bad_config"],
  handle: ({ body }, { service }) => service.changeSettings(body),
});

const getSchema = defineRoute({
  method: "get",
  path: "/api/config.schema.json",
  role: "viewer",
  group: "settings",
  summary: "What the configuration may hold, as a JSON schema; the home has it as config.schema.json",
  result: z.unknown(),
  handle: () => configJsonSchema(),
});

const override = z
  .object({
    model: z.string().max(200).optional(),
    permission_mode: z.enum(permissionModes).optional(),
    instructions: z.string().max(limits.promptChars).optional(),
    idle_prompt: z.string().max(limits.promptChars).optional(),
    enabled: z.boolean().optional().describe("False: the agent takes nothing in this project."),
  })
  .meta({ id: "AgentOverride" });

function toOverride(value: AgentOverride): z.input<typeof override> {
  return {
    model: value.model,
    permission_mode: value.permissionMode,
    instructions: value.instructions,
    idle_prompt: value.idlePrompt,
    enabled: value.enabled,
  };
}

const place = z.object({ project_root: projectRoot, agent_id: id });

const getOverride = defineRoute({
  method: "get",
  path: "/api/agent-override",
  role: "viewer",
  group: "settings",
  summary: "What is set otherwise for an agent in a project",
  query: place,
  result: z.object({ override: override.nullable() }),
  errors: ["agent_not_found"],
  handle: async ({ query }, { service }) => {
    const found = await service.override(query.project_root, query.agent_id);
    return { override: found && toOverride(found) };
  },
});

export const postOverride = defineRoute({
  method: "post",
  path: "/api/agent-override",
  role: "owner",
  group: "settings",
  summary: "Set it",
  carries: "words",
  body: place.extend(override.shape),
  result: z.object({ override }),
  errors: ["agent_not_found", "agent_unavailable", "not_a_project"],
  handle: async ({ body }, { service }) => {
    const set = await service.setOverride(body.project_root, body.agent_id, {
      model: body.model,
      permissionMode: body.permission_mode,
      instructions: body.instructions,
      idlePrompt: body.idle_prompt,
      enabled: body.enabled,
    });
    return { override: toOverride(set) };
  },
});

export const settingRoutes = [getSettings, postSettings, getSchema, getOverride, postOverride];
