import type { AgentInfo } from "@polylog/client";
import { firstPrompts } from "@polylog/core";
import type { RenderContext } from "../../render/context.ts";
import { cleanLine } from "../../safe/clean-text.ts";
import { type Line, lineOf, span } from "../../text/style.ts";
import { wrapLine } from "../../text/wrap.ts";

/** The first lines on the screen: server, folder and session. */
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

/** Instructions for a terminal that can only print lines. */
export const plainHint =
  "Plain terminal: type a line and press Enter. /help lists commands, /stop interrupts, Ctrl+D quits.";

/** The content of an empty session: available agents and how to start. */
export function welcomeLines(
  agents: readonly AgentInfo[],
  wanted: string | null,
  /** The folder of a new session, if it is not this one. */
  elsewhere: string | null,
  context: RenderContext,
): Line[] {
  const { theme, glyphs, width } = context;
  const here = agents.filter(({ available }) => available);
  const missing = agents.filter(({ available }) => !available);
  return [
    [],
    lineOf("What should we work on?", theme.strong),
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
          lineOf(`Not available: ${missing.map(({ id }) => cleanLine(id)).join(", ")}`, theme.quiet),
          width,
          {
            first: [span("  ")],
          },
        )),
    ...(elsewhere === null
      ? []
      : wrapLine(lineOf(`${wanted ?? "The agent"} uses its own project: ${elsewhere}`, theme.quiet), width, {
          first: [span("  ")],
        })),
    ...wrapLine(
      lineOf("/agents chooses an agent and explains how to set up the others. Try:", theme.quiet),
      width,
      {
        first: [span("  ")],
      },
    ),
    ...firstPrompts.flatMap(({ text }) =>
      wrapLine(lineOf(text, theme.quiet), width, {
        first: [span(`  ${glyphs.bullet} `, theme.quiet)],
        rest: [span("    ")],
      }),
    ),
  ];
}
