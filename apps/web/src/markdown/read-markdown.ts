import { exactText } from "@polylog/core";
import { sanitize } from "hast-util-sanitize";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmAutolinkLiteralFromMarkdown } from "mdast-util-gfm-autolink-literal";
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { toHast } from "mdast-util-to-hast";
import { gfmAutolinkLiteral } from "micromark-extension-gfm-autolink-literal";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import type { ReactElement } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { harden } from "rehype-harden";
import { elements } from "./elements.tsx";
import { markMath } from "./mark-math.ts";

/**
 * GitHub's Markdown without footnotes: a text is drawn piece by piece, so a note and its reference would never be in
 * the same piece. Built once; the usual wrapper packages would build it for every text.
 */
const reading = {
  extensions: [gfmAutolinkLiteral(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()],
  mdastExtensions: [
    gfmAutolinkLiteralFromMarkdown(),
    gfmStrikethroughFromMarkdown(),
    gfmTableFromMarkdown(),
    gfmTaskListItemFromMarkdown(),
  ],
};

const hardened = harden({
  allowedLinkPrefixes: ["*"],
  allowedImagePrefixes: ["*"],
  linkBlockPolicy: "text-only",
  imageBlockPolicy: "text-only",
});

const drawing = { Fragment, jsx, jsxs, components: elements, ignoreInvalidStyle: true, passKeys: true };

/** HTML tags and comments as plain text. */
const htmlAsText = {
  handlers: {
    html: (_: unknown, { value }: { readonly value: string }) => ({ type: "text", value }) as const,
  },
};

/** Markdown as page elements. HTML and anything that could execute is left out. */
export function readMarkdown(text: string): ReactElement {
  return draw(toHast(fromMarkdown(markMath(text), reading)));
}

/**
 * The same without leaving anything out, for texts that a person decides on: HTML as text, hidden characters by name.
 */
export function readWholeMarkdown(text: string): ReactElement {
  return draw(toHast(fromMarkdown(exactText(text), reading), htmlAsText));
}

function draw(raw: ReturnType<typeof toHast>): ReactElement {
  const tree = sanitize(raw);
  hardened(tree as Parameters<typeof hardened>[0]);
  return toJsxRuntime(tree, drawing);
}
