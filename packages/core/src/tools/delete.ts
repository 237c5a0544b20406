import type { Tool } from "./card.ts";
import { contentDiffs } from "./diff/changes.ts";
import { diffBlock } from "./diff/file-diff.ts";
import { pathOf } from "./reading/input.ts";
import { tense } from "./reading/tense.ts";

/** A file that goes away. */
export const deleteFile: Tool = {
  names: ["delete", "delete_file", "remove_file"],
  card: (call) => ({
    icon: "edit",
    title: tense(call, ["Deleting", "Deleted", "delete"]),
    object: pathOf(call) ?? call.title,
    summary: null,
    blocks: contentDiffs(call).map(diffBlock),
  }),
};
