import { z } from "zod";
import { permissionModes } from "../backend/backend.ts";
import { limits } from "../limits.ts";
import { defineRoute } from "./contract.ts";
import { id, modelName, projectRoot, ts } from "./fields.ts";
import type { Data } from "./wire.ts";

const override = z
  .object({
    model: modelName.optional(),
    permissionMode: z.enum(permissionModes).optional(),
    instructions: z.string().max(limits.api.promptChars).optional(),
    idlePrompt: z.string().max(limits.api.promptChars).optional(),
    enabled: z.boolean().optional().describe("False: the agent takes nothing in this project."),
  })
  .meta({ id: "AgentOverride" });
export type AgentOverride = Data<typeof override>;

const { model, permissionMode, instructions, idlePrompt, enabled } = override.shape;
const place = z.object({ projectRoot, agentId: id });

const fileChange = z.object({
  path: z.string().describe("From the folder on."),
  kind: z.enum(["new", "changed", "removed"]),
});
export type FileChange = Data<typeof fileChange>;

const folder = z
  .object({
    projectRoot: z.string().describe("The folder's real path."),
    trusted: z.boolean(),
    trustedTs: ts.nullable(),
    wasTrusted: z.boolean().describe("It was trusted once. If it is not now, `changes` says why."),
    waiting: z.array(z.string()).describe("What comes into force once the folder is trusted."),
    changes: z
      .array(fileChange)
      .describe("Files that agent programs execute, where they differ from those that were trusted."),
    moreChanges: z.number().int().describe("Changes that are not in the list."),
    unchecked: z
      .array(z.object({ path: z.string(), reason: z.string() }))
      .describe("Files that cannot be checked. The folder is not trusted while there are any."),
    digest: z.string().describe("Stands for all these files as they are now."),
    problem: z.string().nullable().describe("What is wrong with the project's configuration."),
  })
  .meta({ id: "TrustedFolder" });
/** A folder, and whether what it brings along may run. */
export type TrustedFolder = Data<typeof folder>;

/** Settings name programs that are started, so only the owner reads or changes them. */
export const settingRoutes = {
  get: defineRoute("settings.get", {
    group: "settings",
    summary: "The configuration",
    result: z.unknown(),
  }),
  change: defineRoute("settings.change", {
    group: "settings",
    summary: "Change the configuration",
    carries: "words",
    body: z.record(z.string(), z.unknown()),
    result: z.unknown(),
    errors: ["bad_config", "confirmation_required"],
  }),
  schema: defineRoute("settings.schema", {
    group: "settings",
    summary: "What the configuration may hold, as a JSON schema; the home has it as config.schema.json",
    result: z.unknown(),
  }),
  override: defineRoute("settings.override", {
    group: "settings",
    summary: "What is set otherwise for an agent in a project",
    query: place,
    result: z.object({ override: override.nullable() }),
    errors: ["agent_not_found"],
  }),
  setOverride: defineRoute("settings.setOverride", {
    group: "settings",
    summary:
      "Set all of it: a field that is left out, null or empty ends, and so does the override without any",
    carries: "words",
    body: place.extend({
      model: model.nullable(),
      permissionMode: permissionMode.nullable(),
      instructions: instructions.nullable(),
      idlePrompt: idlePrompt.nullable(),
      enabled: enabled.nullable(),
    }),
    result: z.object({ override }),
    errors: ["agent_not_found", "agent_unavailable", "not_a_project", "confirmation_required"],
  }),
};

/** Projects may bring programs along: agents, MCP servers, hooks, plugins. They run once a person trusts the folder. */
export const trustRoutes = {
  list: defineRoute("trust.list", {
    group: "settings",
    summary: "Folders that are trusted, and those in which something waits for it; or the one that is named",
    query: z.object({ projectRoot: projectRoot.optional() }),
    result: z.object({ folders: z.array(folder) }),
    errors: ["not_a_project"],
  }),
  set: defineRoute("trust.set", {
    group: "settings",
    summary: "Trust a folder, or no longer",
    body: z.object({
      projectRoot,
      trusted: z.boolean(),
      digest: z
        .string()
        .optional()
        .describe(
          "As `GET /api/trust` gave it: refused if a file changed since. Without it, the files as they are.",
        ),
    }),
    result: folder,
    errors: ["not_a_project", "trust_changed"],
  }),
};
