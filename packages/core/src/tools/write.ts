import type { ToolCallEntry } from "../events/tool.ts";
import { onePath } from "../format/one-line.ts";
import { plural } from "../format/quantities.ts";
import { limits } from "../limits.ts";
import type { Tool } from "./card.ts";
import { inputOf, pathOf, textIn } from "./input/input.ts";
import { actionTitle } from "./output/action-title.ts";
import { languageOf } from "./output/language.ts";
import { countLines } from "./output/lines.ts";

/** A file written as a whole: its size, path and first lines. */
export const write: Tool = {
  names: ["write", "write_file", "write_to_file", "create_file", "create", "save_file", "new_file"],
  card: (call) => {
    const path = pathOf(call);
    const text = writtenText(call);
    const lines = countLines(text ?? "");
    const size = text === null ? "" : ` ${plural(lines, "line")} to`;
    return {
      icon: "write",
      ...actionTitle(call, [`Writing${size}`, `Wrote${size}`, `write${size}`], path),
      summary: null,
      blocks:
        text === null || text === ""
          ? []
          : [
              {
                kind: "code",
                path: path === null ? null : onePath(path),
                language: path === null ? null : languageOf(path),
                text,
                excerpt: { from: "start", lines: limits.excerptLines.writtenFile },
                collapsed: false,
              },
            ],
    };
  },
};

/** The text that the call writes, as far as it is known. */
export function writtenText(call: ToolCallEntry): string | null {
  const given = textIn(inputOf(call), "content", "contents", "file_text", "fileText");
  return given ?? call.content.find((item) => item.type === "diff")?.newText ?? null;
}
