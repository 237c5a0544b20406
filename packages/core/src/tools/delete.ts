import type { Tool } from "./card.ts";
import { contentDiffs } from "./diff/changes.ts";
import { diffBlock } from "./diff/file-diff.ts";
import { pathOf } from "./input/input.ts";
import { actionTitle } from "./output/action-title.ts";

/** A deleted file. */
export const deleteFile: Tool = {
  names: ["delete", "delete_file", "remove_file"],
  card: (call) => ({
    icon: "edit",
    ...actionTitle(call, ["Deleting", "Deleted", "delete"], pathOf(call)),
    summary: null,
    blocks: contentDiffs(call).map(diffBlock),
  }),
};
