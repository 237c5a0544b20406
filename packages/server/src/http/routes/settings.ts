import type { AgentOverride } from "@polylog/core";
import { permissionModes } from "@polylog/core";
import { z } from "zod";
import { configJsonSchema } from "../../config/config-schema.ts";
import { limits } from "../../limits.ts";
import { agentsWithFullAccess, FULL_ACCESS, fullAccess } from "./confirm.ts";
import { defineRoute } from "./define.ts";
import { id, modelName, projectRoot } from "./fields.ts";

/** Settings name programs that are started, so only the owner reads or changes them. */

const settings = z.record(z.string(), z.unknown());

const getSettings = defineRoute({
  method: "get",
  path: "/api/settings",
  role: "owner",
  group: "settings",
  summary: "The configuration",
  result: z.unknown(),
  handle: (_, { services }) => services.settings.read(),
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
  errors: ["bad_config", "confirmation_required"],
  confirm: async ({ body }, { services }) => {
    const before = new Set(agentsWithFullAccess(await services.settings.read()));
    const added = agentsWithFullAccess(body).filter((agentId) => !before.has(agentId));
    if (added.length === 0) return null;
    const names = added.map((agentId) => `"${agentId}"`).join(", ");
    return fullAccess(`${added.length === 1 ? "the agent" : "the agents"} ${names} by default`, "Each");
  },
  handle: ({ body }, { services }) => services.settings.change(body),
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
    model: modelName.optional(),
    permission_mode: z.enum(permissionModes).optional(),
    instructions: z.string().max(limits.promptChars).optional(),
    idle_prompt: z.string().max(limits.promptChars).optional(),
    enabled: z.boolean().optional().describe("False: the agent takes nothing in this project."),
  })
  .meta({ id: "AgentOverride" });

const { model, permission_mode, instructions, idle_prompt, enabled } = override.shape;
const toClear = z.object({
  model: model.nullable(),
  permission_mode: permission_mode.nullable(),
  instructions: instructions.nullable(),
  idle_prompt: idle_prompt.nullable(),
  enabled: enabled.nullable(),
});

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
  handle: async ({ query }, { services }) => {
    const found = await services.agents.override(query.project_root, query.agent_id);
    return { override: found && toOverride(found) };
  },
});

export const postOverride = defineRoute({
  method: "post",
  path: "/api/agent-override",
  role: "owner",
  group: "settings",
  summary:
    "Set all of it: a field that is left out, null or empty ends, and so does the override without any",
  carries: "words",
  body: place.extend(toClear.shape),
  result: z.object({ override }),
  errors: ["agent_not_found", "agent_unavailable", "not_a_project", "confirmation_required"],
  confirm: async ({ body }, { services }) => {
    if (body.permission_mode !== FULL_ACCESS) return null;
    const before = await services.agents.override(body.project_root, body.agent_id);
    if (before?.permissionMode === FULL_ACCESS) return null;
    return fullAccess(`the agent "${body.agent_id}" in ${body.project_root}`, "It");
  },
  handle: async ({ body }, { services, who }) => {
    const given = {
      model: body.model || undefined,
      permissionMode: body.permission_mode ?? undefined,
      instructions: body.instructions || undefined,
      idlePrompt: body.idle_prompt || undefined,
      enabled: body.enabled ?? undefined,
    };
    const set = await services.agents.setOverride(body.project_root, body.agent_id, given, who);
    return { override: toOverride(set) };
  },
});

export const settingRoutes = [getSettings, postSettings, getSchema, getOverride, postOverride];
