import { z } from "zod";
import { defineRoute } from "./define.ts";
import { id, projectRoot } from "./fields.ts";

/** A viewer watches agents. The names of a project's files can tell as much as the files. */
const getTree = defineRoute({
  method: "get",
  path: "/api/workspace/tree",
  role: "prompter",
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
  handle: async ({ query }, { services }) => ({
    entries: [...(await services.workspace.tree(query.project_root, query.path))],
  }),
});

/** More than looking on: a file may hold what its owner told nobody. */
const getFile = defineRoute({
  method: "get",
  path: "/api/workspace/file",
  role: "prompter",
  group: "workspace",
  summary: "A file of the project as text, its beginning where it is long",
  query: z.object({ project_root: projectRoot, path: z.string().min(1).max(4096) }),
  result: z.object({
    path: z.string().describe("From the project's folder."),
    size: z.int().describe("In bytes."),
    text: z.string().nullable().describe("Null where it is no text."),
    truncated: z.boolean().describe("Only the beginning is here."),
  }),
  errors: ["not_found", "not_a_project", "path_outside_project"],
  handle: ({ query }, { services }) => services.workspace.file(query.project_root, query.path),
});

const getChanges = defineRoute({
  method: "get",
  path: "/api/workspace/changes",
  role: "prompter",
  group: "workspace",
  summary: "What changed in the project since a checkpoint, whoever changed it, a page at a time",
  query: z.object({
    project_root: projectRoot,
    checkpoint: id.describe("The hash of a `checkpoint_saved`, or `before` of a `change_report`."),
    to: id
      .optional()
      .describe("A later checkpoint, as `after` of a `change_report`; absent, the files as they are."),
    offset: z.coerce.number().int().nonnegative().default(0).describe("The first file to list."),
  }),
  result: z.object({
    files: z.array(
      z.object({
        path: z.string(),
        status: z.enum(["added", "modified", "deleted", "renamed"]),
        old_path: z.string().optional(),
        added: z.int().optional().describe("Lines."),
        removed: z.int().optional(),
        diff: z.string().optional().describe("Hunks as git writes them; absent for what is no text."),
      }),
    ),
    truncated_count: z.int().describe("Files that follow these."),
    added: z.int().describe("Lines of all files, listed or not."),
    removed: z.int(),
  }),
  errors: ["not_a_project", "checkpoint_unavailable"],
  handle: async ({ query }, { services }) => {
    const { project_root, checkpoint, to, offset } = query;
    const told = await services.workspace.changesSince({ projectRoot: project_root, checkpoint, to, offset });
    const { files, truncatedCount, added, removed } = told;
    return {
      ...{ added, removed },
      files: files.map(({ oldPath, ...file }) => ({
        ...file,
        ...(oldPath === undefined ? {} : { old_path: oldPath }),
      })),
      truncated_count: truncatedCount,
    };
  },
});

export const workspaceRoutes = [getTree, getFile, getChanges];
