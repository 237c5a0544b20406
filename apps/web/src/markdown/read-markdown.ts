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
 * GitHub's Markdown without its footnotes: a text is drawn piece by piece, so a note and its mark never meet. Made once,
 * where the packages that wrap all this would make it anew for every text.
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

/** Tags and comments as the words that they are. */
const htmlAsText = {
  handlers: {
    html: (_: unknown, { value }: { readonly value: string }) => ({ type: "text", value }) as const,
  },
};

/** Markdown as elements of the page. HTML in it is left out, and so is whatever could do something. */
export function readMarkdown(text: string): ReactElement {
  return draw(toHast(fromMarkdown(markMath(text), reading)));
}

/** The same with nothing left out, for what somebody decides on: HTML as text, hidden characters by their names. */
export function readWholeMarkdown(text: string): ReactElement {
  return draw(toHast(fromMarkdown(exactText(text), reading), htmlAsText));
}

function draw(raw: ReturnType<typeof toHast>): ReactElement {
  const tree = sanitize(raw);
  hardened(tree as Parameters<typeof hardened>[0]);
  return toJsxRuntime(tree, drawing);
}
