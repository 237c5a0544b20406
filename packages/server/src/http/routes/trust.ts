import { z } from "zod";
import type { ProjectState } from "../../config/project-config.ts";
import { defineRoute } from "./define.ts";
import { projectRoot, ts } from "./fields.ts";

/** Projects may bring programs along: agents, MCP servers, hooks, plugins. They run once a person trusts the folder. */

const change = z.object({
  path: z.string().describe("From the folder on."),
  kind: z.enum(["new", "changed", "removed"]),
});

const folder = z
  .object({
    project_root: z.string().describe("The folder's real path."),
    trusted: z.boolean(),
    trusted_ts: ts.nullable(),
    was_trusted: z.boolean().describe("It was trusted once. If it is not now, `changes` says why."),
    waiting: z.array(z.string()).describe("What comes into force once the folder is trusted."),
    changes: z
      .array(change)
      .describe("Files that agent programs execute, where they differ from those that were trusted."),
    more_changes: z.number().int().describe("Changes that are not in the list."),
    unchecked: z
      .array(z.object({ path: z.string(), reason: z.string() }))
      .describe("Files that cannot be checked. The folder is not trusted while there are any."),
    digest: z.string().describe("Stands for all these files as they are now."),
    problem: z.string().nullable().describe("What is wrong with the project's configuration."),
  })
  .meta({ id: "TrustedFolder" });

function toFolder(state: ProjectState): z.input<typeof folder> {
  const { projectRoot, trustedTs, wasTrusted, waiting, changes, moreChanges, unchecked, digest, problem } =
    state;
  return {
    project_root: projectRoot,
    trusted: trustedTs !== null,
    trusted_ts: trustedTs,
    was_trusted: wasTrusted,
    waiting: [...waiting],
    changes: [...changes],
    more_changes: moreChanges,
    unchecked: [...unchecked],
    digest,
    problem,
  };
}

const getTrust = defineRoute({
  method: "get",
  path: "/api/trust",
  role: "owner",
  group: "settings",
  summary: "Folders that are trusted, and those in which something waits for it; or the one that is named",
  query: z.object({ project_root: projectRoot.optional() }),
  result: z.object({ folders: z.array(folder) }),
  errors: ["not_a_project"],
  handle: async ({ query }, { services }) => ({
    folders: (await services.projectTrust.list(query.project_root)).map(toFolder),
  }),
});

const postTrust = defineRoute({
  method: "post",
  path: "/api/trust",
  role: "owner",
  group: "settings",
  summary: "Trust a folder, or no longer",
  body: z.object({
    project_root: projectRoot,
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
  handle: async ({ body }, { services }) =>
    toFolder(await services.projectTrust.set(body.project_root, body.trusted, body.digest)),
});

export const trustRoutes = [getTrust, postTrust];
