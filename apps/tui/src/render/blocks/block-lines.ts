import type { Block, BlockKind } from "@polylog/core";
import { limits } from "../../limits.ts";
import { cleanLine, cleanText, expandTabs } from "../../safe/clean-text.ts";
import { exactSpans } from "../../safe/hidden-characters.ts";
import { outputLines } from "../../safe/program-output.ts";
import { type Line, lineOf, span } from "../../text/style.ts";
import { cutLine, wrapLine, wrapText } from "../../text/wrap.ts";
import type { RenderContext } from "../context.ts";
import { count } from "../format.ts";
import { plainCode } from "../markdown/code.ts";
import { markdownLines } from "../markdown/markdown.ts";
import { checklistLines } from "./checklist.ts";
import { diffLines } from "./diff.ts";
import { excerptLines, firstLines } from "./excerpt.ts";
import { subagentLines } from "./subagent.ts";

type BlockOf<K extends BlockKind> = Extract<Block, { readonly kind: K }>;
type Renderers = { readonly [K in BlockKind]: (block: BlockOf<K>, context: RenderContext) => Line[] };

/** One renderer per kind of block. The compiler reports a missing one. */
const renderers = {
  command: commandLines,
  output: programOutput,
  diff: diffLines,
  code: ({ text, language, excerpt }, context) =>
    excerptLines(plainCode(text, language, context), excerpt, limits.excerptRows.code, context),
  text: ({ text, format }, context) =>
    format === "markdown"
      ? markdownLines(text, context)
      : firstLines(wrapText(cleanText(text), {}, context.width), limits.excerptRows.list, context),
  files: ({ files }, context) =>
    firstLines(
      files.map(({ path, line, detail }) =>
        cutLine(
          [
            span(cleanLine(line === null ? path : `${path}:${line}`)),
            ...(detail === null ? [] : [span(`  ${cleanLine(detail)}`, context.theme.quiet)]),
          ],
          context.width,
        ),
      ),
      limits.excerptRows.list,
      context,
    ),
  links: ({ links }, context) =>
    firstLines(
      links.map(({ url, title, detail }) =>
        cutLine(
          [
            span(cleanLine(title ?? url), { ...context.theme.link, link: url }),
            ...(title === null ? [] : [span(`  ${cleanLine(url)}`, context.theme.quiet)]),
            ...(detail === null ? [] : [span(`  ${cleanLine(detail)}`, context.theme.quiet)]),
          ],
          context.width,
        ),
      ),
      limits.excerptRows.list,
      context,
    ),
  todo: ({ items }, context) => checklistLines(items, context),
  fields: ({ fields }, context) =>
    fields.flatMap(({ name, value }) =>
      firstLines(
        wrapText(cleanText(value), {}, context.width, {
          first: [span(`${cleanLine(name)}: `, context.theme.quiet)],
          rest: [span("  ")],
        }),
        limits.excerptRows.list,
        context,
      ),
    ),
  json: ({ text }, context) => firstLines(plainCode(text, "json", context), limits.excerptRows.code, context),
  subagent: subagentLines,
  session: ({ agentId, sessionId }, { theme, width }) => [
    ...wrapLine(lineOf(cleanLine(`${agentId} works in session ${sessionId}`), theme.quiet), width),
  ],
  question: ({ questions }, context) =>
    questions.flatMap(({ question, options }) => [
      ...wrapText(cleanText(question), context.theme.strong, context.width),
      ...options.flatMap(({ label, description }) =>
        wrapLine(optionLine(label, description, context), context.width, {
          first: [span(`${context.glyphs.bullet} `, context.theme.quiet)],
          rest: [span("  ")],
        }),
      ),
    ]),
  plan: ({ text, items }, context) => [
    ...(text === null ? [] : markdownLines(text, context)),
    ...checklistLines(items, context),
  ],
  image: ({ mediaType }, { theme }) => [lineOf(`[image: ${cleanLine(mediaType)}]`, theme.quiet)],
  error: ({ message }, context) =>
    firstLines(
      wrapText(cleanText(message), context.theme.failed, context.width),
      limits.excerptRows.list,
      context,
    ),
} satisfies Renderers;

export function blockLines(block: Block, context: RenderContext): Line[] {
  return (renderers[block.kind] as (block: Block, context: RenderContext) => Line[])(block, context);
}

export function optionLine(label: string, description: string | undefined, { theme }: RenderContext): Line {
  return [
    span(cleanLine(label)),
    // Some agents repeat an option's name as its description.
    ...(description === undefined || label.endsWith(description)
      ? []
      : [span(`  ${cleanLine(description)}`, theme.quiet)]),
  ];
}

/** A command, always in full and exactly as it runs. */
function commandLines({ command, cwd }: BlockOf<"command">, { theme, width }: RenderContext): Line[] {
  const lines = command.split("\n").flatMap((line, index) =>
    wrapLine(exactSpans(expandTabs(line), theme.code, theme.hidden), width, {
      first: [span(index === 0 ? "$ " : "  ", theme.quiet)],
      rest: [span("  ")],
      hard: true,
    }),
  );
  return cwd === null ? lines : [...lines, ...wrapLine(lineOf(`in ${cleanLine(cwd)}`, theme.quiet), width)];
}

function programOutput(block: BlockOf<"output">, context: RenderContext): Line[] {
  const { text, exitCode, totalChars, excerpt } = block;
  const { theme, width } = context;
  const lines = outputLines(text.trimEnd()).flatMap((line) => wrapLine(bounded(line), width, { hard: true }));
  const isEmpty = text.trim() === "";
  return [
    ...(isEmpty ? [] : excerptLines(lines, excerpt, limits.excerptRows.output, context)),
    ...(totalChars === null || totalChars <= text.length
      ? []
      : [lineOf(`Truncated: ${count(text.length)} of ${count(totalChars)} characters shown`, theme.quiet)]),
    ...(exitCode === null || exitCode === 0 ? [] : [lineOf(`Exit code ${exitCode}`, theme.failed)]),
  ];
}

/** An endless line is truncated. */
function bounded(line: Line): Line {
  const chars = line.reduce((sum, { text }) => sum + text.length, 0);
  if (chars <= limits.lineChars) return line;
  const first = line[0];
  return first === undefined
    ? line
    : [
        span(first.text.slice(0, limits.lineChars).toWellFormed(), first.style),
        span(` … ${count(chars)} characters`, first.style),
      ];
}
