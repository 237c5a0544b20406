import { z } from "zod";
import { defineRoute, type RouteInput } from "./contract.ts";
import { id, projectRoot } from "./fields.ts";
import type { Data } from "./wire.ts";

const treeEntry = z.object({
  name: z.string(),
  path: z.string().describe("Relative to the project's folder."),
  kind: z.enum(["file", "folder", "link", "other"]),
  size: z.int().nullable(),
});
export type TreeEntry = Data<typeof treeEntry>;

const file = z.object({
  path: z.string().describe("Relative to the project's folder."),
  size: z.int().describe("In bytes."),
  text: z.string().nullable().describe("Null if the file is not text."),
  truncated: z.boolean().describe("Only the beginning is included."),
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
      diff: z.string().optional().describe("Hunks in git's format; absent for binary files."),
    }),
  ),
  truncatedCount: z.int().describe("Number of files after these."),
  added: z.int().describe("Changed lines of all files, listed or not."),
  removed: z.int(),
});
export type FileChanges = Data<typeof changes>;

/** Viewers watch agents only: a project's file names can be as sensitive as its files, which may hold secrets. */
export const projectRoutes = {
  tree: defineRoute("projects.tree", {
    summary: "List a folder of the project; paths outside the project are rejected",
    query: z.object({ projectRoot, path: z.string().max(4096).default("") }),
    result: z.object({ entries: z.array(treeEntry) }),
    errors: ["not_found", "not_a_project", "path_outside_project"],
  }),
  file: defineRoute("projects.file", {
    summary: "Read a text file of the project; long files are truncated",
    query: z.object({ projectRoot, path: z.string().min(1).max(4096) }),
    result: file,
    errors: ["not_found", "not_a_project", "path_outside_project"],
  }),
  changes: defineRoute("projects.changes", {
    summary: "List all changes in the project since a checkpoint, by anyone, one page at a time",
    query: z.object({
      projectRoot,
      checkpoint: id.describe("The hash of a `checkpoint_saved`, or `before` of a `change_report`."),
      to: id
        .optional()
        .describe("A later checkpoint, as `after` of a `change_report`; if omitted, the current files."),
      offset: z.coerce.number<string>().int().nonnegative().default(0).describe("The first file to list."),
    }),
    result: changes,
    errors: ["not_a_project", "checkpoint_unavailable"],
  }),
};

/** Which changes to list: from a checkpoint to another one, or to now. */
export type ChangesQuery = RouteInput<typeof projectRoutes.changes>;
