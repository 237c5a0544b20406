import { z } from "zod";
import type { ProjectState } from "../../config/project-config.ts";
import { defineRoute } from "./define.ts";
import { projectRoot, ts } from "./fields.ts";

/** Projects may bring agents and MCP servers along: programs. They run once a person trusts the folder. */

const folder = z
  .object({
    project_root: z.string().describe("The folder's real path."),
    trusted: z.boolean(),
    trusted_ts: ts.nullable(),
    waiting: z.array(z.string()).describe("What comes into force once the folder is trusted."),
    problem: z.string().nullable().describe("What is wrong with the project's configuration."),
  })
  .meta({ id: "TrustedFolder" });

function toFolder({ projectRoot, trustedTs, waiting, problem }: ProjectState): z.input<typeof folder> {
  return {
    project_root: projectRoot,
    trusted: trustedTs !== null,
    trusted_ts: trustedTs,
    waiting: [...waiting],
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
  handle: async ({ query }, { service }) => ({
    folders: (await service.trust(query.project_root)).map(toFolder),
  }),
});

const postTrust = defineRoute({
  method: "post",
  path: "/api/trust",
  role: "owner",
  group: "settings",
  summary: "Trust a folder, or no longer",
  body: z.object({ project_root: projectRoot, trusted: z.boolean() }),
  result: folder,
  errors: ["not_a_project"],
  handle: async ({ body }, { service }) => toFolder(await service.setTrust(body.project_root, body.trusted)),
});

export const trustRoutes = [getTrust, postTrust];
