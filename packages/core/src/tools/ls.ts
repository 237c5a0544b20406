import { plural } from "../format/quantities.ts";
import type { Tool } from "./card.ts";
import { inputOf, nameIn, pathOf } from "./input/input.ts";
import { actionTitle, succeeded } from "./output/action-title.ts";
import { countLines } from "./output/lines.ts";
import { outputOf } from "./output/output.ts";
import { outputBlock } from "./output/result-blocks.ts";

/** The contents of a folder. */
export const ls: Tool = {
  names: ["ls", "list", "list_dir", "list_directory", "list_files"],
  explores: "search",
  card: (call) => {
    const folder = nameIn(inputOf(call), "dir_path", "directory", "target_directory");
    const text = outputOf(call);
    return {
      icon: "folder",
      ...actionTitle(call, ["Listing", "Listed", "list"], folder ?? pathOf(call)),
      summary: succeeded(call) && text !== "" ? plural(countLines(text.trim()), "line") : null,
      blocks: outputBlock(call),
    };
  },
};
