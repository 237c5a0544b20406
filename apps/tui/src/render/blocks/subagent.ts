import { findRun, type SubagentBlock, type Tone, workedMs } from "@polylog/core";
import { cleanLine } from "../../safe/clean-text.ts";
import { type Line, lineOf, type Style, span } from "../../text/style.ts";
import { cutLine, wrapLine } from "../../text/wrap.ts";
import type { RenderContext } from "../context.ts";
import { duration, elapsed, plural } from "../format.ts";
import { markdownLines } from "../markdown/markdown.ts";
import type { Theme } from "../theme.ts";

/** A summary of a subagent's work: its last calls, their number, and its result. */
export function subagentLines(block: SubagentBlock, context: RenderContext): Line[] {
  const { prompt, recent, toolCount, startedTs, endedTs, result } = block;
  const { theme, glyphs, width, nowMs, conversation, expanded } = context;
  const outcome = findRun(conversation, block.childRunId)?.outcome ?? null;
  const worked = workedMs(conversation, { runId: block.childRunId, startedTs, endedTs }, nowMs);
  const took = endedTs === null ? elapsed(worked) : duration(worked);
  const foot = [
    plural(toolCount, "tool call"),
    took,
    ...(outcome === null || outcome === "completed" ? [] : [outcome]),
  ];
  return [
    ...(expanded && prompt !== null ? wrapLine(lineOf(cleanLine(prompt), theme.quiet), width) : []),
    ...recent.map(({ tone, text }) =>
      cutLine([span(`${glyphs.tool} `, styleOf(tone, theme)), span(cleanLine(text), theme.quiet)], width),
    ),
    ...(result === null || result === "" ? [] : markdownLines(result, context)),
    lineOf(foot.join(` ${glyphs.separator} `), theme.quiet),
  ];
}

/** The lines of a subagent that outlives its call. They never change later. */
export function backgroundLines(context: RenderContext): Line[] {
  return [lineOf("Running in the background", context.theme.quiet)];
}

export function styleOf(tone: Tone, theme: Theme): Style {
  return tone === "plain" ? theme.text : theme[tone];
}
