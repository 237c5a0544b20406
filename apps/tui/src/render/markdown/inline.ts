import { cleanLine } from "../../safe/clean-text.ts";
import { isAddress } from "../../terminal/encode.ts";
import type { Line, Span, Style } from "../../text/style.ts";
import type { Theme } from "../theme.ts";
import type { InlineNode } from "./nodes.ts";

/** Text inside a block, as lines separated by hard breaks. */
export function inlineLines(nodes: readonly InlineNode[], theme: Theme, style: Style): Line[] {
  const lines: Span[][] = [[]];
  const add = (text: string, own: Style) => {
    if (text !== "") lines.at(-1)?.push({ text, style: own });
  };
  const walk = (node: InlineNode, around: Style): void => {
    switch (node.type) {
      case "text":
        return add(cleanLine(node.value.replace(/\n/g, " ")), around);
      case "inlineCode":
        return add(cleanLine(node.value), { ...around, ...theme.code });
      case "strong":
        return walkAll(node.children, { ...around, bold: true });
      case "emphasis":
        return walkAll(node.children, { ...around, italic: true });
      case "delete":
        return walkAll(node.children, { ...around, strike: true });
      case "break":
        lines.push([]);
        return;
      case "link":
        return link(node.url, node.children, around);
      case "image":
        return add(`[image: ${cleanLine(node.alt || node.url)}]`, { ...around, ...theme.quiet });
      case "html":
        return add(cleanLine(node.value), around);
      case "footnoteReference":
        return add(`[${cleanLine(node.identifier)}]`, { ...around, ...theme.quiet });
      case "linkReference":
        return walkAll(node.children, around);
      case "imageReference":
        return add(`[image: ${cleanLine(node.alt ?? node.identifier)}]`, { ...around, ...theme.quiet });
    }
  };
  const walkAll = (children: readonly InlineNode[], around: Style) => {
    for (const child of children) walk(child, around);
  };
  /** A link's address is shown after its text unless both are the same, so that its target is visible. */
  const link = (url: string, children: readonly InlineNode[], around: Style) => {
    const target = isAddress(url) ? { ...theme.link, link: url } : {};
    const text = textOf(children);
    walkAll(children, { ...around, ...target });
    if (text === "") return add(cleanLine(url), { ...around, ...target });
    if (cleanLine(text) !== cleanLine(url) && `mailto:${text}` !== url && `http://${text}` !== url)
      add(` (${cleanLine(url)})`, { ...around, ...theme.quiet });
  };
  walkAll(nodes, style);
  return lines;
}

function textOf(nodes: readonly InlineNode[]): string {
  return nodes
    .map((node) => ("value" in node ? node.value : "children" in node ? textOf(node.children) : ""))
    .join("");
}
