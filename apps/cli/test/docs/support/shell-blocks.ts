/** The shell blocks of a document: what a reader copies into a terminal. */

export interface ShellBlock {
  /** The line of its first command. */
  readonly line: number;
  readonly text: string;
  /** Why it cannot run in a test: the comment `<!-- no-run: reason -->` on the line before it. */
  readonly noRun: string | null;
}

interface InlineCommand {
  readonly line: number;
  readonly text: string;
}

const fence = /^ *```(.*)$/;
const marker = /^<!-- no-run: (.+) -->$/;
const command = /^\$? *(?:npx polylog|polylog|npm|curl)(?: |$)/m;

export function shellBlocks(markdown: string): ShellBlock[] {
  return fencedBlocks(markdown).flatMap(({ tag, line, text, before }) =>
    tag === "sh" ? [{ line, text, noRun: marker.exec(before)?.[1] ?? null }] : [],
  );
}

/** Blocks that a reader sees as commands but this test would not, and markers that belong to no block. */
export function blockFaults(markdown: string): string[] {
  const blocks = fencedBlocks(markdown);
  const untagged = blocks.filter(({ tag, text }) => tag === "" && command.test(text));
  const marked = blocks.filter(({ tag, before }) => tag === "sh" && marker.test(before)).length;
  const markers = markdown.split("\n").filter((line) => line.startsWith("<!-- no-run")).length;
  return [
    ...untagged.map(({ line }) => `${line}: a block with commands needs the tag "sh"`),
    ...(markers === marked ? [] : ["a no-run marker is not directly before an sh block, or has no reason"]),
  ];
}

/** Commands in code spans, such as `polylog ls` in a table. */
export function inlineCommands(markdown: string): InlineCommand[] {
  const text = markdown.replace(/^ *```[\s\S]*?^ *```$/gm, (block) => block.replace(/[^\n]/g, " "));
  return [...text.matchAll(/(?<!`)`((?:npx )?polylog\s[^`]+)`/g)].map(({ 1: code = "", index }) => ({
    line: text.slice(0, index).split("\n").length,
    text: code.replaceAll("\\|", "|").replace(/\s+/g, " "),
  }));
}

interface FencedBlock {
  readonly tag: string;
  readonly line: number;
  readonly text: string;
  /** The line before the block. */
  readonly before: string;
}

function fencedBlocks(markdown: string): FencedBlock[] {
  const lines = markdown.split("\n");
  const blocks: FencedBlock[] = [];
  let start = -1;
  for (const [index, line] of lines.entries()) {
    if (!fence.test(line)) continue;
    if (start === -1) start = index;
    else {
      const tag = fence.exec(lines[start] ?? "")?.[1]?.trim() ?? "";
      const text = lines.slice(start + 1, index).join("\n");
      blocks.push({ tag, line: start + 2, text, before: lines[start - 1] ?? "" });
      start = -1;
    }
  }
  return blocks;
}
