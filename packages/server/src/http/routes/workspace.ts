import { z } from "zod";
import { defineRoute } from "./define.ts";
import { projectRoot } from "./fields.ts";

const getTree = defineRoute({
  method: "get",
  path: "/api/workspace/tree",
  role: "viewer",
  group: "workspace",
  summary: "What lies in a folder of the project, and nothing outside it",
  query: z.object({ project_root: projectRoot, path: z.string().max(4096).default("") }),
  result: z.object({
    entries: z.array(
      z.object({
        name: z.string(),
        path: z.string().describe("From the project's folder."),
        kind: z.enum(["file", "folder", "link", "other"]),
        size: z.int().nullable(),
      }),
    ),
  }),
  errors: ["not_found", "not_a_project", "path_outside_project"],
  handle: async ({ query }, { service }) => ({
    entries: [...(await service.tree(query.project_root, query.path))],
  }),
});

export const workspaceRoutes = [getTree];
