import { z } from "zod";
import type { ProjectFolder } from "../../../project/project-folder.ts";
import { displayName } from "../display-name.ts";
import { limits } from "../limits.ts";
import { defineTool, failed, type ToolOutcome } from "../tool.ts";
import { findRipgrep, runRipgrep } from "./ripgrep.ts";
import { runSearch, type SearchResult } from "./run-search.ts";
import type { FoundFile, GrepJob } from "./search-job.ts";
import { searchOutcome } from "./search-outcome.ts";
import { searchPattern } from "./search-pattern.ts";

const modes = ["content", "files_with_matches", "count"] as const;

const input = z.object({
  pattern: z.string().min(1).max(5000).describe("A regular expression."),
  path: z.string().min(1).optional().describe("The file or folder to search. Default: the project's folder."),
  glob: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe("Search only these files, such as *.ts or src/**/*.{js,jsx}."),
  output_mode: z
    .enum(modes)
    .optional()
    .describe("content: matching lines. files_with_matches (default): file names. count: matches per file."),
  "-i": z.boolean().optional().describe("Ignore case."),
  "-n": z.boolean().optional().describe("Show line numbers. Default: true."),
  "-C": z.int().min(0).max(50).optional().describe("Lines to show around each match."),
  head_limit: z.int().positive().optional().describe("The maximum number of lines or files."),
  multiline: z
    .boolean()
    .optional()
    .describe("The pattern may match across lines, and . matches any character."),
});

type Input = z.infer<typeof input>;

export const grep = defineTool<Input>({
  name: "Grep",
  description:
    "Searches file contents with a regular expression. Files in .gitignore, binary files and very large files are skipped.",
  input,
  effect: "read",
  run: async (asked, { project, signal }) => {
    const place = await project.resolve(asked.path ?? ".");
    if (!place.ok) return failed(place.code, place.message);
    const job = jobFor(asked, project.rootOf(place.path), place.path);
    const rg = await findRipgrep();
    if (rg === null && searchPattern(job.pattern, job.ignoreCase, job.multiline) === null)
      return badPattern(asked);
    const result = rg === null ? await runSearch(job, signal) : await runRipgrep(rg, job, signal);
    if ("badPattern" in result) return badPattern(asked, result.badPattern);
    return outcome(result, asked, project);
  },
});

function jobFor(asked: Input, root: string, start: string): GrepJob {
  const namesOnly = asked.output_mode !== "content";
  return {
    kind: "grep",
    root,
    start,
    pattern: asked.pattern,
    ignoreCase: asked["-i"] === true,
    multiline: asked.multiline === true,
    around: asked["-C"] ?? 0,
    glob: asked.glob ?? null,
    namesOnly,
    most: Math.min(asked.head_limit ?? limits.searchMatches, limits.searchMatches),
  };
}

function badPattern({ pattern }: Input, why = ""): ToolOutcome {
  const reason = why === "" ? "" : ` ${why.slice(0, 1000)}`;
  return failed(
    "bad_pattern",
    `${pattern} is not a valid regular expression. Escape literal characters.${reason}`,
  );
}

function outcome(result: SearchResult, asked: Input, project: ProjectFolder): ToolOutcome {
  const lines = result.files.flatMap((file) => fileLines(file, asked, displayName(project.shown(file.path))));
  return searchOutcome(result.end, lines, "No matches.");
}

function fileLines({ lines, count }: FoundFile, asked: Input, name: string): string[] {
  if (asked.output_mode === "count") return [`${name}:${count}`];
  if (asked.output_mode !== "content") return [name];
  return lines.map(({ number, text, isMatch }) => {
    const mark = isMatch ? ":" : "-";
    return asked["-n"] === false ? `${name}${mark}${text}` : `${name}${mark}${number}${mark}${text}`;
  });
}
