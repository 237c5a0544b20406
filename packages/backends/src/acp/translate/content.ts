import { defined, type ToolContent } from "@polylog/core";
import { type Native, nameOf, recordOf, recordsOf, textOf } from "../../connection/native-value.ts";

/** The text of a content block; null if it has none. */
export function wordsOf(block: Native): string | null {
  switch (block.type) {
    case "text":
      return textOf(block.text);
    case "resource_link": {
      const uri = nameOf(block.uri);
      return uri === null ? null : `[${nameOf(block.title) ?? nameOf(block.name) ?? uri}](${uri})`;
    }
    case "resource": {
      const resource = recordOf(block.resource);
      return textOf(resource.text) ?? nameOf(resource.uri);
    }
    case "image":
    case "audio":
      return `[${block.type}${nameOf(block.mimeType) === null ? "" : ` ${block.mimeType}`}]`;
    default:
      return null;
  }
}

export interface CallContent {
  /** Diffs, images and links. */
  readonly items: readonly ToolContent[];
  /** The text in the content; null if it has no text. */
  readonly text: string | null;
  readonly terminals: readonly string[];
}

/** Reads the content of a call. */
export function readCallContent(content: unknown): CallContent {
  const items: ToolContent[] = [];
  const texts: string[] = [];
  const terminals: string[] = [];
  for (const part of recordsOf(content)) {
    if (part.type === "diff") items.push(...diffOf(part));
    else if (part.type === "terminal")
      terminals.push(...[nameOf(part.terminalId)].filter((id) => id !== null));
    else if (part.type === "content") {
      const block = recordOf(part.content);
      const shown = itemOf(block);
      if (shown !== null) items.push(shown);
      else texts.push(...[wordsOf(block)].filter((words) => words !== null));
    }
  }
  return { items, text: texts.length === 0 ? null : texts.join("\n"), terminals };
}

function diffOf(part: Native): ToolContent[] {
  const path = textOf(part.path);
  const newText = textOf(part.newText);
  if (path === null || newText === null) return [];
  return [{ type: "diff", path, oldText: textOf(part.oldText) ?? "", newText }];
}

function itemOf(block: Native): ToolContent | null {
  const data = textOf(block.data);
  const mediaType = nameOf(block.mimeType);
  if (block.type === "image" && data !== null && mediaType !== null)
    return { type: "image", mediaType, data };
  const uri = nameOf(block.uri);
  if (block.type !== "resource_link" || uri === null) return null;
  const title = nameOf(block.title) ?? nameOf(block.name);
  return { type: "link", uri, ...defined({ title }) };
}

const fence = /^(`{3,})[^\n`]*\n([\s\S]*?)\n?\1\s*$/;

/** Removes the code block that an agent puts around output for display. */
export function withoutFence(text: string): string {
  return fence.exec(text)?.[2] ?? text;
}
