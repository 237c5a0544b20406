import { emptyConversation } from "../conversation/draft.ts";
import type { ToolCallEntry } from "../events/tool.ts";
import { limits } from "../limits.ts";
import type { Block } from "../tools/blocks.ts";
import { type Fields, fieldsOf, inputOf, listIn, textIn } from "../tools/input/input.ts";
import { toolCard } from "../tools/registry.ts";

/** The file changes that a call would make, as its card draws them. */
export function changeBlocks(call: ToolCallEntry): readonly Block[] {
  return toolCard(call, emptyConversation)
    .blocks.filter((block) => block.kind === "diff" || block.kind === "code")
    .map((block) =>
      block.kind === "code"
        ? { ...block, excerpt: { ...block.excerpt, lines: limits.excerptLines.askedFile } }
        : block,
    );
}

const replacedNames = ["old_string", "oldString", "old_str", "oldText", "old_text"];
const replacingNames = ["new_string", "newString", "new_str", "newText", "new_text", "new_source"];
const writtenNames = ["content", "contents", "file_text", "fileText"];

/**
 * The fields whose whole text the drawn changes show. A patch is not one of them: text that a patch parser skips would not be
 * visible anywhere.
 */
export function drawnFields(call: ToolCallEntry, blocks: readonly Block[]): ReadonlySet<string> {
  if (blocks.length === 0 || !blocks.every(isWhole)) return new Set();
  const input = inputOf(call);
  const edits = listIn(input, "edits").map(fieldsOf);
  const known = new Set([...replacedNames, ...replacingNames]);
  const isPlain = edits.every((edit) => Object.keys(edit).every((name) => known.has(name)));
  const isWritten = blocks.some(({ kind }) => kind === "code");
  const names = [
    firstName(input, replacedNames),
    firstName(input, replacingNames),
    ...(isWritten ? [firstName(input, writtenNames)] : []),
    ...(isPlain && edits.length > 0 ? ["edits"] : []),
  ];
  return new Set(names.filter((name) => name !== null));
}

/** The one of these fields that is drawn; the others are not. */
function firstName(input: Fields, names: readonly string[]): string | null {
  return names.find((name) => textIn(input, name) !== null) ?? null;
}

/** A diff that is too large to draw has no lines. */
function isWhole(block: Block): boolean {
  return (
    block.kind === "code" || (block.kind === "diff" && block.hunks.every(({ lines }) => lines.length > 0))
  );
}

/** All texts of the changes, to search for hidden characters. */
export function changeTexts(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.kind === "code") return [block.text];
    if (block.kind !== "diff") return [];
    return [block.path, ...block.hunks.flatMap(({ lines }) => lines.map(({ text }) => text))];
  });
}
