import { z } from "zod";
import { limits } from "../limits.ts";
import { defineTool } from "../tool.ts";
import { applyEdits } from "./apply-edits.ts";
import { type Change, changeFile } from "./change-file.ts";
import { asIn } from "./text-file.ts";

const file = {
  file_path: z.string().min(1).describe("The file: an absolute path, or relative to the project."),
};

const change = {
  old_string: z.string().describe("The text to replace, exactly as in the file, without line numbers."),
  new_string: z.string().describe("The replacement."),
  replace_all: z.boolean().optional().describe("Replace all occurrences."),
};

const editInput = z.object({ ...file, ...change });
const multiEditInput = z.object({ ...file, edits: z.array(z.object(change)).min(1).max(limits.edits) });

type AskedEdit = z.infer<typeof multiEditInput>["edits"][number];

export const edit = defineTool<z.infer<typeof editInput>>({
  name: "Edit",
  description:
    "Replaces text in a file that you have read. The text must occur exactly once, unless replace_all is set. " +
    "With an empty old_string, it creates a new file.",
  input: editInput,
  effect: "edit",
  run: (input, context) => changeFile(input.file_path, context, editing([input])),
});

export const multiEdit = defineTool<z.infer<typeof multiEditInput>>({
  name: "MultiEdit",
  description:
    "Makes several replacements in one file, in order, each on the result of the previous one. Either all are made or none.",
  input: multiEditInput,
  effect: "edit",
  run: (input, context) => changeFile(input.file_path, context, editing(input.edits)),
});

function editing(edits: readonly AskedEdit[]): Change {
  return (old) => {
    const [first, ...more] = edits;
    const creates = first?.old_string === "";
    if (old === null && !creates) {
      return { ok: false, code: "not_found", message: "The file does not exist. Create it with Write." };
    }
    if (old !== null && old.text !== "" && creates) {
      return {
        ok: false,
        code: "not_unique",
        message: "old_string is empty, but the file is not. Specify the text to replace.",
      };
    }
    const start = creates ? (first?.new_string ?? "") : (old?.text ?? "");
    const edited = applyEdits(
      start,
      (creates ? more : edits).map(({ old_string, new_string, replace_all }) => ({
        oldText: asIn(old ?? { lineEnd: "\n" }, old_string),
        newText: asIn(old ?? { lineEnd: "\n" }, new_string),
        replaceAll: replace_all === true,
      })),
    );
    if (!edited.ok) return edited;
    const { text, count } = edited;
    const say = (shown: string) =>
      creates
        ? `Created ${shown}.`
        : `Edited ${shown}: ${count} ${count === 1 ? "replacement" : "replacements"}.`;
    return { ok: true, text, say };
  };
}
