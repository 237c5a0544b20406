import type { Tool } from "./card.ts";
import { inputOf, nameIn, pathOf } from "./input/input.ts";
import { actionTitle } from "./output/action-title.ts";

/** A file that is renamed or moved. */
export const moveFile: Tool = {
  names: ["move", "move_file", "rename", "rename_file"],
  card: (call) => {
    const input = inputOf(call);
    const from = nameIn(input, "source", "from", "old_path", "oldPath") ?? pathOf(call);
    const to = nameIn(input, "destination", "to", "new_path", "newPath") ?? call.locations[1]?.path ?? null;
    return {
      icon: "edit",
      ...actionTitle(
        call,
        ["Moving", "Moved", "move"],
        from === null || to === null ? from : `${from} → ${to}`,
      ),
      summary: null,
      blocks: [],
    };
  },
};
