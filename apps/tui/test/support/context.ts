import { type Conversation, emptyConversation } from "@polylog/core";
import type { RenderContext } from "../../src/render/context.ts";
import { unicodeGlyphs } from "../../src/render/glyphs.ts";
import { themeOf } from "../../src/render/theme.ts";
import { type Line, plainText } from "../../src/text/style.ts";
import { lineWidth } from "../../src/text/wrap.ts";

/** The render context of a terminal with this many columns, at a fixed time. */
export function contextOf(width: number, conversation: Conversation = emptyConversation): RenderContext {
  return {
    width,
    theme: themeOf("dark", "dark"),
    glyphs: unicodeGlyphs,
    conversation,
    highlight: () => null,
    expanded: false,
    screenReader: false,
    sendsLines: false,
    nowMs: 100_000,
  };
}

export function textOf(lines: readonly Line[]): string {
  return lines.map((line) => plainText(line).trimEnd()).join("\n");
}

export function widest(lines: readonly Line[]): number {
  return Math.max(0, ...lines.map(lineWidth));
}
