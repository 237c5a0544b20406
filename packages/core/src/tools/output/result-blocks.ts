import type { ToolCallEntry } from "../../events/tool.ts";
import { limits } from "../../limits.ts";
import type { Block, OutputBlock, TextBlock } from "../blocks.ts";
import { contentDiffs } from "../diff/changes.ts";
import { diffBlock } from "../diff/file-diff.ts";
import { jsonIn } from "../input/input.ts";
import { succeeded } from "./action-title.ts";
import { linksBlock } from "./links.ts";
import { outputOf } from "./output.ts";

/** A tool's output in collapsed blocks: text, JSON, images, links, changes. */
export function resultBlocks(call: ToolCallEntry): readonly Block[] {
  const links = call.content.flatMap((item) =>
    item.type === "link" ? [{ url: item.uri, title: item.title ?? null, detail: null }] : [],
  );
  return [
    ...contentDiffs(call).map(diffBlock),
    ...textBlocks(call),
    ...imageBlocks(call),
    ...linksBlock(links, true),
  ];
}

/** A tool's output verbatim; no block if it is empty. */
export function outputBlock(call: ToolCallEntry): readonly OutputBlock[] {
  const text = outputOf(call);
  if (text === "") return [];
  return [
    {
      kind: "output",
      text,
      exitCode: call.exitCode,
      totalChars: call.truncated?.totalChars ?? null,
      blobId: call.truncated?.blobId ?? null,
      excerpt: { from: "end", lines: limits.excerptLines.output },
      collapsed: call.live ? "preview" : true,
    },
  ];
}

function textBlocks(call: ToolCallEntry): readonly Block[] {
  const value = call.truncated === null ? jsonIn(outputOf(call)) : undefined;
  return value === undefined
    ? outputBlock(call)
    : [{ kind: "json", text: JSON.stringify(value, null, 2), collapsed: true }];
}

function imageBlocks(call: ToolCallEntry): readonly Block[] {
  return call.content.flatMap((item) =>
    item.type === "image"
      ? [
          {
            kind: "image",
            mediaType: item.mediaType,
            data: item.data ?? null,
            blobId: item.blobId ?? null,
            collapsed: false,
          },
        ]
      : [],
  );
}

/** Written text as Markdown; no block if it is empty. */
export function proseBlock(text: string | null, collapsed = true): readonly TextBlock[] {
  return text === null || text.trim() === "" ? [] : [{ kind: "text", text, format: "markdown", collapsed }];
}

/** An answer that is short enough for the card's line. */
export function shortAnswer(call: ToolCallEntry, text: string): string | null {
  if (!succeeded(call) || text.length > 200) return null;
  const line = text.trim();
  return line === "" || line.length > 80 || /[\n{[]/.test(line) ? null : line;
}
