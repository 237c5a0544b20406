import { z } from "zod";
import { defineRoute, type RouteInput } from "./contract.ts";
import { id, projectRoot } from "./fields.ts";
import type { Data } from "./wire.ts";

const treeEntry = z.object({
  name: z.string(),
  path: z.string().describe("From the project's folder."),
  kind: z.enum(["file", "folder", "link", "other"]),
  size: z.int().nullable(),
});
export type TreeEntry = Data<typeof treeEntry>;

const file = z.object({
  path: z.string().describe("From the project's folder."),
  size: z.int().describe("In bytes."),
  text: z.string().nullable().describe("Null where it is no text."),
  truncated: z.boolean().describe("Only the beginning is here."),
});
export type ProjectFile = Data<typeof file>;

const changes = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      status: z.enum(["added", "modified", "deleted", "renamed"]),
      oldPath: z.string().optional(),
      added: z.int().optional().describe("Lines."),
      removed: z.int().optional(),
      diff: z.string().optional().describe("Hunks as git writes them; absent for what is no text."),
    }),
  ),
  truncatedCount: z.int().describe("Files that follow these."),
  added: z.int().describe("Lines of all files, listed or not."),
  removed: z.int(),
});
export type FileChanges = Data<typeof changes>;

/** A viewer watches agents. The names of a project's files can tell as much as the files, which may hold secrets. */
export const projectRoutes = {
  tree: defineRoute("projects.tree", {
    group: "workspace",
    summary: "What lies in a folder of the project, and nothing outside it",
    query: z.object({ projectRoot, path: z.string().max(4096).default("") }),
    result: z.object({ entries: z.array(treeEntry) }),
    errors: ["not_found", "not_a_project", "path_outside_project"],
  }),
  file: defineRoute("projects.file", {
    group: "workspace",
    summary: "A file of the project as text, its beginning where it is long",
    query: z.object({ projectRoot, path: z.string().min(1).max(4096) }),
    result: file,
    errors: ["not_found", "not_a_project", "path_outside_project"],
  }),
  changes: defineRoute("projects.changes", {
    group: "workspace",
    summary: "What changed in the project since a checkpoint, whoever changed it, a page at a time",
    query: z.object({
      projectRoot,
      checkpoint: id.describe("The hash of a `checkpoint_saved`, or `before` of a `change_report`."),
      to: id
        .optional()
        .describe("A later checkpoint, as `after` of a `change_report`; absent, the files as they are."),
      offset: z.coerce.number<string>().int().nonnegative().default(0).describe("The first file to list."),
    }),
    result: changes,
    errors: ["not_a_project", "checkpoint_unavailable"],
  }),
};

/** Which changes to list: since a checkpoint, up to another one or to now. */
export type ChangesQuery = RouteInput<typeof projectRoutes.changes>;
