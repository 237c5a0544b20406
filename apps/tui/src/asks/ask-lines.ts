import type { AskEntry, EntryKinds } from "@polylog/core";
import { offerName, offersLabel, previewCard, runPath } from "@polylog/core";
import type { Editor } from "../input/editor.ts";
import { editorRows } from "../input/editor-rows.ts";
import { limits } from "../limits.ts";
import { blockLines, optionLine } from "../render/blocks/block-lines.ts";
import { checklistLines } from "../render/blocks/checklist.ts";
import { indented, narrowed, type RenderContext } from "../render/context.ts";
import { plural } from "../render/format.ts";
import { markdownLines } from "../render/markdown/markdown.ts";
import { cleanLine, cleanText } from "../safe/clean-text.ts";
import { exactText, exactValue, markHidden } from "../safe/hidden-characters.ts";
import type { Cursor } from "../terminal/screen.ts";
import { type Line, lineOf, span } from "../text/style.ts";
import { widthOf } from "../text/width.ts";
import { cutLine, wrapLine, wrapText } from "../text/wrap.ts";
import { type AskState, offersOf, rowsOf } from "./ask-state.ts";

/** An ask as it waits: the one loud thing on the screen. */
export interface AskPicture {
  readonly lines: readonly Line[];
  /** Where one writes, if one does. */
  readonly cursor: Cursor | null;
}

export interface AskView {
  readonly entry: AskEntry;
  readonly state: AskState;
  /** How many more wait behind it. */
  readonly behind: number;
  /** Keys count: it has been in sight long enough that nobody answers it by accident. */
  readonly isReady: boolean;
}

export function askPicture(view: AskView, context: RenderContext, rows: number): AskPicture {
  const { theme, glyphs } = context;
  const { entry, state, behind } = view;
  const inner = narrowed(context, 2);
  const title: Line = [
    span(context.spoken ? "Needs you: " : `${glyphs.ask} `, theme.waiting),
    span(titleOf(entry, state), { ...theme.waiting, bold: true }),
    span(`  ${whoAsks(entry, context)}`, theme.quiet),
  ];
  const head = wrapLine(title, context.width);
  const options = state.writing === null ? choiceLines(view, inner) : [];
  const foot = [
    ...(behind > 0 ? [lineOf(`${plural(behind, "more ask")} after this`, theme.quiet)] : []),
    cutLine(lineOf(hintOf(view, inner), theme.quiet), inner.width),
  ];
  const field = state.writing === null ? null : fieldPicture(state.writing, inner);
  const written = field?.lines ?? [];
  const left = rows - head.length - options.length - written.length - foot.length;
  // What is asked for goes before what a lasting answer would be for.
  const offers = state.writing === null && left > limits.askBodyRows ? offerLines(view, inner) : [];
  const choices = [...options, ...offers];
  const room = left - offers.length;
  const body = fitted(bodyLines(entry, state, inner), room, inner);
  const lines = [...head, ...indented([...body, ...choices, ...written, ...foot])];
  if (field === null) return { lines, cursor: null };
  const { row, column } = field.cursor;
  return { lines, cursor: { row: head.length + body.length + row, column: 2 + column } };
}

/** What is being written, as much of it as the field below an ask has room for. */
function fieldPicture(
  writing: Editor,
  { theme, glyphs, width }: RenderContext,
): { readonly lines: readonly Line[]; readonly cursor: Cursor } {
  const { rows, row, column } = editorRows(writing, width - 2);
  const from = Math.max(0, Math.min(row, rows.length - 1) - limits.askEditorRows + 1);
  const lines = rows
    .slice(from, from + limits.askEditorRows)
    .map(
      ({ text }, index): Line => [
        span(from + index === 0 ? `${glyphs.prompt} ` : "  ", theme.accent),
        span(text),
      ],
    );
  return { lines, cursor: { row: row - from, column: 2 + column } };
}

function titleOf(entry: AskEntry, { answered }: AskState): string {
  if (entry.kind === "plan") return "Approve this plan?";
  if (entry.kind === "permission") {
    const card = previewCard({ toolName: exactText(entry.toolName), input: entry.input });
    return card.icon === "terminal" ? "Allow this command?" : `Allow ${cleanLine(card.title).toLowerCase()}?`;
  }
  const { questions } = entry;
  const header = questions[answered.length]?.header ?? "A question for you";
  return questions.length === 1
    ? cleanLine(header)
    : `${cleanLine(header)} (${answered.length + 1} of ${questions.length})`;
}

/** The agent that asks, and by way of whom it came to work. */
function whoAsks({ runId, agentId }: AskEntry, { conversation, glyphs }: RenderContext): string {
  const path = runId === null ? [] : runPath(conversation, runId);
  if (path.length === 0) return cleanLine(agentId ?? "an agent");
  return path
    .map((run, index) => cleanLine(index === 0 ? run.agentId : `${run.agentId} (subagent)`))
    .join(` ${glyphs.arrow} `);
}

function bodyLines(entry: AskEntry, state: AskState, context: RenderContext): Line[] {
  if (entry.kind === "permission") return permissionBody(entry, context);
  if (entry.kind === "plan")
    return state.writing !== null
      ? []
      : [
          ...(entry.text === null ? [] : markdownLines(entry.text, context)),
          ...checklistLines(entry.items, context),
        ];
  const question = entry.questions[state.answered.length]?.question ?? "";
  return wrapText(cleanText(question), context.theme.strong, context.width);
}

/** Exactly what will happen, with every character to be seen. */
function permissionBody(
  { toolName, input, description }: EntryKinds["permission"],
  context: RenderContext,
): Line[] {
  const { theme, width } = context;
  const exact = exactValue(input ?? null);
  const card = previewCard({ toolName: exactText(toolName), input: exact });
  const blocks = card.blocks.flatMap((block) => blockLines(block, { ...context, expanded: true }));
  const isCommand = card.blocks.some(({ kind }) => kind === "command");
  const object = isCommand || card.object === null ? [] : wrapLine(lineOf(card.object, theme.strong), width);
  const raw = input == null || blocks.length > 0 ? "" : JSON.stringify(exact, null, 2);
  const shown = [...object, ...blocks, ...wrapText(raw, theme.code, width, { hard: true })];
  return [
    ...(description === null ? [] : wrapText(exactText(description), theme.quiet, width)),
    ...(JSON.stringify(exact) === JSON.stringify(input ?? null)
      ? []
      : wrapLine(
          lineOf("It holds characters that cannot be seen; they are shown by their codes.", theme.waiting),
          width,
        )),
    ...shown.filter((line) => line.length > 0).map((line) => markHidden(line, theme.hidden)),
  ];
}

/** What does not fit is never left out silently: the sentence that says so has its own rows, however little room there is. */
function fitted(lines: readonly Line[], rows: number, { theme, glyphs, width }: RenderContext): Line[] {
  if (lines.length <= rows) return [...lines];
  const warning = (hidden: number) =>
    wrapLine(
      lineOf(
        `${glyphs.warning} ${plural(hidden, "more line")} not shown: Ctrl+O shows all of it`,
        theme.waiting,
      ),
      width,
    );
  const kept = Math.max(0, rows - warning(lines.length).length);
  return [...lines.slice(0, kept), ...warning(lines.length - kept)];
}

function choiceLines({ entry, state }: AskView, context: RenderContext): Line[] {
  const { theme, glyphs, width } = context;
  const question = entry.kind === "question" ? entry.questions[state.answered.length] : undefined;
  return rowsOf(entry, state).flatMap((name, index) => {
    const isChosen = index === state.row;
    const tick =
      question?.multiSelect === true && index < question.options.length
        ? `${state.ticked.includes(name) ? glyphs.done : glyphs.open} `
        : "";
    const label = optionLine(`${tick}${cleanLine(name)}`, question?.options[index]?.description, context);
    const first = [
      span(`${isChosen && !context.spoken ? glyphs.chosen : " "} `, theme.chosen),
      span(`${index + 1}. `, isChosen ? theme.chosen : theme.quiet),
      // The first is chosen unless something else is said: it goes without saying.
      ...(context.spoken && isChosen && index > 0 ? [span("chosen: ", theme.chosen)] : []),
    ];
    return wrapLine(
      isChosen ? label.map((part, at) => (at === 0 ? { ...part, style: theme.chosen } : part)) : label,
      width,
      {
        first,
        rest: [span("     ")],
      },
    );
  });
}

/** What a lasting answer is for, and what else it could be for: in a line, or one below the other. */
function offerLines(
  { entry, state }: AskView,
  { theme, glyphs, width, spoken }: RenderContext,
): readonly Line[] {
  const offers = offersOf(entry);
  const chosen = offers[state.offer];
  if (chosen === undefined) return [];
  if (spoken) {
    const said = `${offersLabel} ${offerName(chosen)}; Left and Right change that`;
    return wrapLine(lineOf(said, theme.quiet), width);
  }
  const label = (words: string) => span(`${words}:`, theme.quiet);
  const names = offers.map((offer) =>
    offer === chosen
      ? span(`  ${glyphs.chosen} ${offerName(offer)}`, theme.chosen)
      : span(`    ${offerName(offer)}`, theme.quiet),
  );
  const whole = [label(offersLabel), ...names];
  if (widthOf(whole.map(({ text }) => text).join("")) <= width) return [whole];
  // In a narrow window the one that is chosen; the keys go through the others.
  return [cutLine([label("For"), ...names.filter((_, index) => offers[index] === chosen)], width)];
}

function hintOf({ entry, state, isReady }: AskView, { glyphs, width, spoken }: RenderContext): string {
  // What is read out is said once; nothing in it turns into something else after a moment.
  const parts =
    !isReady && !spoken
      ? ["…"]
      : state.writing !== null
        ? ["Enter sends it", "Esc goes back"]
        : entry.kind === "question" && entry.questions[state.answered.length]?.multiSelect === true
          ? ["Numbers tick", "Enter answers", "Esc interrupts"]
          : [
              "A number or Enter answers",
              "Esc interrupts",
              ...(offersOf(entry).length > 0 && !spoken ? ["Left and Right: what for"] : []),
            ];
  // What does not fit is left out, not cut: half a word helps nobody.
  while (parts.length > 1 && widthOf(parts.join(` ${glyphs.separator} `)) > width) parts.pop();
  return parts.join(` ${glyphs.separator} `);
}
