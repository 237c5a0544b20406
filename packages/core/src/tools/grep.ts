import { plural } from "../format/quantities.ts";
import type { Tool } from "./card.ts";
import { inputOf, nameIn } from "./input/input.ts";
import { actionTitle, succeeded } from "./output/action-title.ts";
import { filesBlock, matchesIn, namesIn } from "./output/file-matches.ts";
import { outputOf } from "./output/output.ts";

/** A search in files: the pattern, and the matching files. */
export const grep: Tool = {
  names: [
    "grep",
    "grep_search",
    "ripgrep",
    "rg",
    "search",
    "search_files",
    "search_file_content",
    "search_code",
    "codebase_search",
    "codesearch",
  ],
  explores: "search",
  card: (call) => {
    const input = inputOf(call);
    const pattern = nameIn(input, "pattern", "query", "regex", "search", "search_term");
    const place = nameIn(input, "path", "dir_path", "directory", "glob", "include", "file_pattern");
    const text = outputOf(call);
    const isList = nameIn(input, "output_mode") === "files_with_matches";
    const { files, matches } = isList
      ? { files: namesIn(text), matches: 0 }
      : matchesIn(text, nameIn(input, "path", "file_path"));
    const found = plural(files.length, "file");
    return {
      icon: "search",
      ...actionTitle(
        call,
        ["Searching", "Searched", "search"],
        pattern === null || place === null ? pattern : `${pattern} in ${place}`,
      ),
      summary: !succeeded(call)
        ? null
        : files.length === 0
          ? "No matches"
          : matches === 0
            ? found
            : `${plural(matches, "match", "matches")} in ${found}`,
      blocks: filesBlock(files),
    };
  },
};
