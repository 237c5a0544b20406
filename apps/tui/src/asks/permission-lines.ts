import type { AskDescription, AskField, AskObject, Block } from "@polylog/core";
import { cutText, exactText, objectLabels, untoldText } from "@polylog/core";
import { blockLines } from "../render/blocks/block-lines.ts";
import type { RenderContext } from "../render/context.ts";
import { expandTabs } from "../safe/clean-text.ts";
import { exactValue, markHidden } from "../safe/hidden-characters.ts";
import { type Line, lineOf, span } from "../text/style.ts";
import { widthOf } from "../text/width.ts";
import { wrapLine, wrapText } from "../text/wrap.ts";

/** Shows exactly what will happen, with every field and every character visible. The object comes first. */
export function permissionLines(ask: AskDescription, context: RenderContext): readonly Line[][] {
  const { theme, width } = context;
  const { objects, directory, changes, fields, reason, cut } = ask;
  const warnings = [
    ...(ask.hasHidden ? ["Contains hidden characters, shown by code and name."] : []),
    ...(cut === null ? [] : [cutText(cut)]),
    ...(ask.isUntold ? [untoldText] : []),
  ];
  const parts = [
    ...warnings.map((text) => wrapLine(lineOf(text, theme.waiting), width)),
    ...(isInTitle(ask, context) ? [] : objects.map((object) => objectLines(object, context))),
    ...(directory === null ? [] : [namedLines("in", directory, context)]),
    ...changes.map((block) => blockLines(exactValue(block) as Block, { ...context, expanded: true })),
    ...fields.filter(isNotShown).map(({ name, text }) => namedLines(`${name}:`, text, context)),
    ...(reason === null ? [] : [namedLines("The agent says:", reason, context)]),
  ];
  return parts.map((lines) =>
    lines.filter((line) => line.length > 0).map((line) => markHidden(line, theme.hidden)),
  );
}

function isNotShown({ shownAs }: AskField): boolean {
  return shownAs === null;
}

/** Whether the heading already contains the whole text. */
function isInTitle(
  { title, verb, objects }: AskDescription,
  { width, screenReader }: RenderContext,
): boolean {
  const [only, ...more] = objects;
  const isAll = only !== undefined && more.length === 0 && title === `${verb} ${only.text}`;
  return isAll && !screenReader && widthOf(title) < width;
}

function objectLines({ kind, text }: AskObject, context: RenderContext): Line[] {
  if (kind === "command")
    return blockLines({ kind, command: text, cwd: null, collapsed: false }, { ...context, expanded: true });
  return wrapText(shown(text), context.theme.strong, context.width, {
    hard: true,
    first: [span(`${objectLabels[kind]} `, context.theme.quiet)],
    rest: [span("  ")],
  });
}

function namedLines(name: string, text: string, { theme, width }: RenderContext): Line[] {
  const label = exactText(name).replaceAll("\n", " ");
  if (widthOf(label) > width / 3) {
    const below = { hard: true, first: [span("  ")], rest: [span("  ")] };
    return [
      ...wrapText(label, theme.quiet, width, { hard: true }),
      ...wrapText(shown(text), theme.code, width, below),
    ];
  }
  return wrapText(shown(text), theme.code, width, {
    hard: true,
    first: [span(`${label} `, theme.quiet)],
    rest: [span("  ")],
  });
}

function shown(text: string): string {
  return exactText(text).split("\n").map(expandTabs).join("\n");
}
