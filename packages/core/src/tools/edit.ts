import type { ToolCallEntry } from "../events/tool.ts";
import { plural } from "../format/quantities.ts";
import type { FilesBlock } from "./blocks.ts";
import type { Tool } from "./card.ts";
import { changesOf } from "./diff/changes.ts";
import { diffBlock, type FileDiff } from "./diff/file-diff.ts";
import { flagIn, inputOf, nameIn, pathOf } from "./input/input.ts";
import { type Tenses, tense } from "./output/action-title.ts";
import { filesBlock } from "./output/file-matches.ts";
import { read } from "./read.ts";
import { toolState } from "./tool-state.ts";
import { write, writtenText } from "./write.ts";

/** A change of files: removed and added lines, with their counts in the card's line. */
export const edit: Tool = {
  names: [
    "edit",
    "multi_edit",
    "notebook_edit",
    "apply_patch",
    "patch",
    "file_change",
    "replace",
    "str_replace",
    "str_replace_editor",
    "str_replace_based_edit_tool",
    "search_replace",
    "replace_in_file",
    "edit_file",
  ],
  card: (call, conversation, line) => {
    const changes = changesOf(call);
    const input = inputOf(call);
    if (changes.length === 0 && nameIn(input, "command") === "view")
      return read.card(call, conversation, line);
    if (changes.length === 0 && writtenText(call) !== null) return write.card(call, conversation, line);
    const took = !["error", "interrupted"].includes(toolState(call));
    return {
      icon: "edit",
      title: tense(call, tensesOf(changes)),
      object: objectOf(call, changes),
      summary: flagIn(input, "replace_all", "replaceAll") ? "every occurrence" : null,
      added: took && changes.length > 0 ? changes.reduce((sum, change) => sum + change.added, 0) : null,
      removed: took && changes.length > 0 ? changes.reduce((sum, change) => sum + change.removed, 0) : null,
      blocks: [
        ...changes.filter((change) => change.hunks.length > 0).map(diffBlock),
        ...filesWithoutDiff(changes),
      ],
    };
  },
};

const changeTenses: Readonly<Record<FileDiff["change"], Tenses>> = {
  add: ["Creating", "Created", "create"],
  update: ["Editing", "Edited", "edit"],
  delete: ["Deleting", "Deleted", "delete"],
};

function tensesOf([first, ...more]: readonly FileDiff[]): Tenses {
  const alike = first !== undefined && more.every((change) => change.change === first.change);
  return changeTenses[alike ? first.change : "update"];
}

function objectOf(call: ToolCallEntry, changes: readonly FileDiff[]): string | null {
  const paths = new Set(changes.map((change) => change.path));
  const [only] = paths;
  return paths.size > 1 ? plural(paths.size, "file") : only || pathOf(call);
}

/** Files of which only the name is known. */
function filesWithoutDiff(changes: readonly FileDiff[]): readonly FilesBlock[] {
  const named = changes.filter((change) => change.hunks.length === 0);
  return filesBlock(named.map(({ path }) => ({ path, line: null, detail: null })));
}
