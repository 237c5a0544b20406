import type { Tool } from "./card.ts";
import { inputOf, nameIn } from "./input/input.ts";
import { namesIn } from "./output/file-matches.ts";
import { filesBlock } from "./output/files.ts";
import { outputOf } from "./output/output.ts";
import { counted, deed, wentWell } from "./output/tense.ts";

/** A search for files by their names. */
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
      ...deed(
        call,
        ["Finding files", "Found files", "find files"],
        pattern === null || place === null ? pattern : `${pattern} in ${place}`,
      ),
      summary: !wentWell(call) ? null : files.length === 0 ? "No files" : counted(files.length, "file"),
      blocks: filesBlock(files),
    };
  },
};
