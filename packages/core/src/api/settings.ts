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
    enabled: z.boolean().optional().describe("False: the agent accepts no messages in this project."),
  })
  .meta({ id: "AgentOverride" });
export type AgentOverride = Data<typeof override>;

const { model, permissionMode, instructions, idlePrompt, enabled } = override.shape;
const place = z.object({ projectRoot, agentId: id });

const fileChange = z.object({
  path: z.string().describe("Relative to the folder."),
  kind: z.enum(["new", "changed", "removed"]),
});
export type FileChange = Data<typeof fileChange>;

const folder = z
  .object({
    projectRoot: z.string().describe("The folder's real path."),
    trusted: z.boolean(),
    trustedTs: ts.nullable(),
    wasTrusted: z.boolean().describe("Whether it was ever trusted. If it no longer is, `changes` says why."),
    waiting: z
      .array(z.string())
      .describe("Settings and programs that take effect once the folder is trusted."),
    changes: z
      .array(fileChange)
      .describe("Files that agent programs execute and that differ from the trusted ones."),
    moreChanges: z.number().int().describe("Number of changes that are not in the list."),
    unchecked: z
      .array(z.object({ path: z.string(), reason: z.string() }))
      .describe("Files that cannot be checked. While there are any, the folder is not trusted."),
    digest: z.string().describe("Identifies the current content of all these files."),
    problem: z.string().nullable().describe("Problems in the project's configuration."),
  })
  .meta({ id: "TrustedFolder" });
/** A folder, and whether the programs it defines may run. */
export type TrustedFolder = Data<typeof folder>;

/** Settings name programs that the server starts, so only the owner may read or change them. */
export const settingRoutes = {
  get: defineRoute("settings.get", {
    summary: "Get the configuration",
    result: z.unknown(),
  }),
  change: defineRoute("settings.change", {
    summary: "Change the configuration",
    carries: "words",
    body: z.record(z.string(), z.unknown()),
    result: z.unknown(),
    errors: ["bad_config", "confirmation_required"],
  }),
  schema: defineRoute("settings.schema", {
    summary: "Get the configuration's JSON schema; the home folder has it as config.schema.json",
    result: z.unknown(),
  }),
  override: defineRoute("settings.override", {
    summary: "Get the settings that a project overrides for an agent",
    query: place,
    result: z.object({ override: override.nullable() }),
    errors: ["agent_not_found"],
  }),
  setOverride: defineRoute("settings.setOverride", {
    summary:
      "Replace the override: an omitted, null or empty field is removed, and an override without fields is deleted",
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

/** Projects can define programs: agents, MCP servers, hooks, plugins. They run once a person trusts the folder. */
export const trustRoutes = {
  list: defineRoute("trust.list", {
    summary: "List trusted folders and folders that need trust; or get the named folder",
    query: z.object({ projectRoot: projectRoot.optional() }),
    result: z.object({ folders: z.array(folder) }),
    errors: ["not_a_project"],
  }),
  set: defineRoute("trust.set", {
    summary: "Trust a folder, or revoke trust",
    body: z.object({
      projectRoot,
      trusted: z.boolean(),
      digest: z
        .string()
        .optional()
        .describe(
          "As returned by `GET /api/trust`: rejected if a file changed since. If omitted, the current files are trusted.",
        ),
    }),
    result: folder,
    errors: ["not_a_project", "trust_changed"],
  }),
};
