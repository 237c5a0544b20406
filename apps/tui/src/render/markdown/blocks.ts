import { cleanText } from "../../safe/clean-text.ts";
import { type Line, lineOf, type Span, type Style, span } from "../../text/style.ts";
import { widthOf } from "../../text/width.ts";
import { wrapLine } from "../../text/wrap.ts";
import { indented, narrowed, type RenderContext } from "../context.ts";
import { codeLines } from "./code.ts";
import { inlineLines } from "./inline.ts";
import type { BlockNode, ListItemNode, ListNode } from "./nodes.ts";
import { tableLines } from "./table.ts";

/** The blocks of a Markdown document as lines, separated by blank lines. */
export function blockLines(nodes: readonly BlockNode[], context: RenderContext, style: Style = {}): Line[] {
  const shown = nodes.map((node) => linesOf(node, context, style)).filter((lines) => lines.length > 0);
  return shown.flatMap((lines, index) => (index === 0 ? lines : [[], ...lines]));
}

function linesOf(node: BlockNode, context: RenderContext, style: Style): Line[] {
  const { theme, glyphs, width } = context;
  switch (node.type) {
    case "paragraph":
      return inlineLines(node.children, theme, style).flatMap((line) => wrapLine(line, width));
    case "heading": {
      const looks = { ...style, ...theme.heading, underline: node.depth === 1 };
      return inlineLines(node.children, theme, looks).flatMap((line) => wrapLine(line, width));
    }
    case "thematicBreak":
      return [lineOf(glyphs.rule.repeat(Math.min(width, 24)), theme.quiet)];
    case "blockquote":
      return quoted(blockLines(node.children, narrowed(context, 2), { ...style, ...theme.quiet }), context);
    case "list":
      return listLines(node, context, style);
    case "code":
      return codeLines(node.value, node.lang ?? null, context);
    case "table":
      return tableLines(node, context);
    case "html":
      return cleanText(node.value)
        .split("\n")
        .flatMap((line) => wrapLine(lineOf(line, style), width));
    case "definition":
      return wrapLine(lineOf(`[${node.label ?? node.identifier}]: ${node.url}`, theme.quiet), width).slice();
    case "footnoteDefinition":
      return indented(blockLines(node.children, narrowed(context, 4), style), [
        span(`[${node.identifier}] `, theme.quiet),
      ]);
    default:
      return [];
  }
}

function quoted(lines: readonly Line[], { glyphs, theme }: RenderContext): Line[] {
  const bar: Span = span(`${glyphs.quote} `, theme.quiet);
  return lines.map((line) => [bar, ...line]);
}

function listLines(list: ListNode, context: RenderContext, style: Style): Line[] {
  const first = list.start ?? 1;
  const digits = String(first + list.children.length - 1).length;
  return list.children.flatMap((item, index) => {
    const marker = list.ordered ? `${String(first + index).padStart(digits)}. ` : markOf(item, context);
    const lines = itemLines(item, narrowed(context, widthOf(marker)), style);
    const shown = indented(
      lines.length === 0 ? [[span(" ")]] : lines,
      [span(marker, context.theme.quiet)],
      [span(" ".repeat(widthOf(marker)))],
    );
    return index > 0 && list.spread ? [[], ...shown] : shown;
  });
}

function markOf({ checked }: ListItemNode, { glyphs }: RenderContext): string {
  if (checked === true) return `${glyphs.done} `;
  return `${checked === false ? glyphs.open : glyphs.bullet} `;
}

/** In a tight list, nested blocks follow without a blank line. */
function itemLines({ children, spread }: ListItemNode, context: RenderContext, style: Style): Line[] {
  if (spread) return blockLines(children, context, style);
  return children.flatMap((child) => linesOf(child, context, style));
}
