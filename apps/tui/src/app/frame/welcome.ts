import type { AgentInfo } from "@polylog/client";
import { firstPrompts } from "@polylog/core";
import type { RenderContext } from "../../render/context.ts";
import { cleanLine } from "../../safe/clean-text.ts";
import { type Line, lineOf, span } from "../../text/style.ts";
import { wrapLine } from "../../text/wrap.ts";

/** The first lines on the screen: which server, which folder, which session. */
export function openingLines(
  {
    version,
    url,
    projectRoot,
  }: { readonly version: string; readonly url: string; readonly projectRoot: string },
  { theme, glyphs, width }: RenderContext,
): Line[] {
  const parts = [`Polylog ${version}`, projectRoot, url].join(` ${glyphs.separator} `);
  return [...wrapLine(lineOf(parts, theme.quiet), width)];
}

/** How to work in a terminal that can only print lines. */
export const plainHint =
  "Plain terminal: type a line and press Enter. /help lists the commands, /stop interrupts, Ctrl+D leaves.";

/** What an empty session says: who is here, and how to begin. */
export function welcomeLines(
  agents: readonly AgentInfo[],
  wanted: string | null,
  /** The folder that a new session works in, where it is not this one. */
  elsewhere: string | null,
  context: RenderContext,
): Line[] {
  const { theme, glyphs, width } = context;
  const here = agents.filter(({ available }) => available);
  const missing = agents.filter(({ available }) => !available);
  return [
    [],
    lineOf("What should be done?", theme.strong),
    ...here.map(({ id, model }): Line => {
      const isWanted = id === wanted;
      return [
        span(`  ${isWanted ? glyphs.chosen : glyphs.bullet} `, isWanted ? theme.chosen : theme.quiet),
        span(cleanLine(id), isWanted ? theme.chosen : {}),
        span(model === undefined || model === id ? "" : `  ${cleanLine(model)}`, theme.quiet),
      ];
    }),
    ...(missing.length === 0
      ? []
      : wrapLine(
          lineOf(`Not here: ${missing.map(({ id }) => cleanLine(id)).join(", ")}`, theme.quiet),
          width,
          {
            first: [span("  ")],
          },
        )),
    ...(elsewhere === null
      ? []
      : wrapLine(
          lineOf(`${wanted ?? "It"} works in a project of its own: ${elsewhere}`, theme.quiet),
          width,
          {
            first: [span("  ")],
          },
        )),
    ...wrapLine(
      lineOf("/agents chooses one and says how to get the others. For a start:", theme.quiet),
      width,
      {
        first: [span("  ")],
      },
    ),
    ...firstPrompts.flatMap(({ text }) =>
      wrapLine(lineOf(text, theme.quiet), width, { first: [span("    ")] }),
    ),
  ];
}
