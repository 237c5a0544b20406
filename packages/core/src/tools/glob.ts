import { plural } from "../format/quantities.ts";
import type { Tool } from "./card.ts";
import { inputOf, nameIn } from "./input/input.ts";
import { actionTitle, succeeded } from "./output/action-title.ts";
import { filesBlock, namesIn } from "./output/file-matches.ts";
import { outputOf } from "./output/output.ts";

/** A search for files by name. */
export const glob: Tool = {
  names: ["glob", "glob_search", "find", "find_files", "file_search"],
  explores: "search",
  card: (call) => {
    const input = inputOf(call);
    const pattern = nameIn(input, "pattern", "glob_pattern", "glob", "query");
    const place = nameIn(input, "path", "dir_path", "directory");
    const files = namesIn(outputOf(call));
    return {
      icon: "search",
      ...actionTitle(
        call,
        ["Finding files", "Found files", "find files"],
        pattern === null || place === null ? pattern : `${pattern} in ${place}`,
      ),
      summary: !succeeded(call) ? null : files.length === 0 ? "No files" : plural(files.length, "file"),
      blocks: filesBlock(files),
    };
  },
};
