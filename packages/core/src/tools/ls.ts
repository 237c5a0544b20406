import type { Tool } from "./card.ts";
import { inputOf, nameIn, pathOf } from "./reading/input.ts";
import { countLines } from "./reading/lines.ts";
import { outputOf } from "./reading/output.ts";
import { outputBlock } from "./reading/result-blocks.ts";
import { counted, tense, wentWell } from "./reading/tense.ts";

/** What is in a folder. */
export const ls: Tool = {
  names: ["ls", "list", "list_dir", "list_directory", "list_files"],
  explores: "search",
  card: (call) => {
    const text = outputOf(call);
    return {
      icon: "folder",
      title: tense(call, ["Listing", "Listed", "list"]),
      object:
        nameIn(inputOf(call), "dir_path", "directory", "target_directory") ??
        pathOf(call) ??
        call.title ??
        ".",
      summary: wentWell(call) && text !== "" ? counted(countLines(text.trim()), "line") : null,
      blocks: outputBlock(call),
    };
  },
};
