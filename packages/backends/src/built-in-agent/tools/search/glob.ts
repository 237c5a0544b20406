import path from "node:path";
import { z } from "zod";
import { displayName } from "../display-name.ts";
import { limits } from "../limits.ts";
import { defineTool, failed } from "../tool.ts";
import { runSearch } from "./run-search.ts";
import { searchOutcome } from "./search-outcome.ts";

const input = z.object({
  pattern: z.string().min(1).max(1000).describe("A file name pattern, such as **/*.ts or src/*.{js,jsx}."),
  path: z.string().min(1).optional().describe("The folder to search. Default: the project's folder."),
});

export const glob = defineTool<z.infer<typeof input>>({
  name: "Glob",
  description:
    "Finds files by name, most recently changed first. A pattern without a slash matches names at any depth. Files in " +
    ".gitignore are excluded.",
  input,
  effect: "read",
  run: async ({ pattern, path: given = "." }, { project, signal }) => {
    const place = await project.resolve(given);
    if (!place.ok) return failed(place.code, place.message);
    const root = project.rootOf(place.path);
    const inner = path.isAbsolute(pattern) ? path.relative(place.path, pattern) : pattern;
    const job = { kind: "glob", root, start: place.path, pattern: inner, most: limits.globFiles } as const;
    const { files, end } = await runSearch(job, signal);
    const names = files.map((file) => displayName(project.shown(file.path)));
    return searchOutcome(end, names, "No files found.");
  },
});
