import type { AskDescription, AskEntry } from "@polylog/core";
import {
  askPlace,
  askProject,
  askQuestion,
  describeAsk,
  exactText,
  offerName,
  offersLabel,
} from "@polylog/core";
import type { Editor } from "../input/editor.ts";
import { editorRows } from "../input/editor-rows.ts";
import { limits } from "../limits.ts";
import { optionLine } from "../render/blocks/block-lines.ts";
import { checklistLines } from "../render/blocks/checklist.ts";
import { indented, narrowed, type RenderContext } from "../render/context.ts";
import { plural } from "../render/format.ts";
import { markdownLines } from "../render/markdown/markdown.ts";
import { cleanLine } from "../safe/clean-text.ts";
import type { Cursor } from "../terminal/screen.ts";
import { type Line, lineOf, span } from "../text/style.ts";
import { widthOf } from "../text/width.ts";
import { cutLine, wrapLine, wrapText } from "../text/wrap.ts";
import { type AskState, askOffers, askRows } from "./ask-state.ts";
import { fittedLines } from "./fitted-lines.ts";
import { permissionLines } from "./permission-lines.ts";

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
  /** Where the session works. */
  readonly projectRoot: string | null;
  /** Keys count: it has been in sight long enough that nobody answers it by accident. */
  readonly isReady: boolean;
}

export function askPicture(view: AskView, context: RenderContext, rows: number): AskPicture {
  const { theme, glyphs } = context;
  const { entry, state, behind } = view;
  const inner = narrowed(context, 2);
  const project = view.projectRoot === null ? null : askProject(view.projectRoot);
  const ask = describeAsk(entry, { conversation: context.conversation, project });
  const mark = context.screenReader ? "Needs you: " : `${glyphs.ask} `;
  const heading = cutLine(
    lineOf(headingOf(entry, state, ask), { ...theme.waiting, bold: true }),
    context.width - widthOf(mark),
  );
  const title: Line = [span(mark, theme.waiting), ...heading, span(`  ${askPlace(ask)}`, theme.quiet)];
  const head = wrapLine(title, context.width);
  const named = state.writing === null ? choiceLines(view, inner, false) : [];
  const foot = [
    ...(behind > 0 ? [lineOf(`${plural(behind, "more ask")} after this`, theme.quiet)] : []),
    cutLine(lineOf(hintOf(view, inner), theme.quiet), inner.width),
  ];
  const field = state.writing === null ? null : fieldPicture(state.writing, inner);
  const written = field?.lines ?? [];
  const left = rows - head.length - written.length - foot.length;
  // What is asked for goes before what a lasting answer would cover.
  const told = state.writing === null ? [...choiceLines(view, inner, true), ...offerLines(view, inner)] : [];
  const choices = left - told.length > limits.askBodyRows ? told : named;
  const body = fittedLines(bodyOf(view, ask, inner), left - choices.length, inner);
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

function headingOf(entry: AskEntry, { answered }: AskState, ask: AskDescription): string {
  if (entry.kind === "plan") return "Approve this plan?";
  if (entry.kind === "permission") return askQuestion(ask);
  const { questions } = entry;
  const header = exactText(questions[answered.length]?.header ?? "A question for you");
  return questions.length === 1
    ? cleanLine(header)
    : `${cleanLine(header)} (${answered.length + 1} of ${questions.length})`;
}

function bodyOf({ entry, state }: AskView, ask: AskDescription, context: RenderContext): readonly Line[][] {
  if (entry.kind === "permission") return permissionLines(ask, context);
  if (entry.kind === "plan")
    return state.writing !== null
      ? []
      : [
          entry.text === null ? [] : markdownLines(exactText(entry.text), context),
          checklistLines(entry.items, context),
        ];
  const question = entry.questions[state.answered.length]?.question ?? "";
  return [wrapText(exactText(question), context.theme.strong, context.width)];
}

/** With what each lasting answer covers, where there is room for it. */
function choiceLines({ entry, state }: AskView, context: RenderContext, isCovered: boolean): Line[] {
  const { theme, glyphs, width } = context;
  const question = entry.kind === "question" ? entry.questions[state.answered.length] : undefined;
  return askRows(entry, state).flatMap(({ number, name, choice }, index) => {
    const isChosen = index === state.row;
    const tick =
      question?.multiSelect === true && index < question.options.length
        ? `${state.ticked.includes(name) ? glyphs.done : glyphs.open} `
        : "";
    const covers = isCovered ? (choice?.covers[state.offer] ?? choice?.covers[0])?.text : undefined;
    const about = covers ?? question?.options[index]?.description;
    const label = optionLine(
      `${tick}${cleanLine(exactText(name))}`,
      about === undefined ? undefined : exactText(about),
      context,
    );
    const first = [
      span(`${isChosen && !context.screenReader ? glyphs.chosen : " "} `, theme.chosen),
      span(number === null ? "   " : `${number}. `, isChosen ? theme.chosen : theme.quiet),
      // The first is chosen unless something else is said: it goes without saying.
      ...(context.screenReader && isChosen && index > 0 ? [span("chosen: ", theme.chosen)] : []),
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
  { theme, glyphs, width, screenReader }: RenderContext,
): readonly Line[] {
  const offers = askOffers(entry);
  const chosen = offers[state.offer];
  if (chosen === undefined) return [];
  if (screenReader) {
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

function hintOf(
  { entry, state, isReady }: AskView,
  { glyphs, width, screenReader, sendsLines }: RenderContext,
): string {
  if (sendsLines && state.writing === null) return "Type a number to answer. /stop interrupts.";
  // What is read out is said once; nothing in it turns into something else after a moment.
  const parts =
    !isReady && !screenReader
      ? ["…"]
      : state.writing !== null
        ? ["Enter sends it", ...(sendsLines ? [] : ["Esc goes back"])]
        : entry.kind === "question" && entry.questions[state.answered.length]?.multiSelect === true
          ? ["Numbers tick", "Enter answers", "Esc interrupts"]
          : [
              "A number or Enter answers",
              "Esc interrupts",
              ...(askOffers(entry).length > 0 && !screenReader ? ["Left and Right: what for"] : []),
            ];
  // What does not fit is left out, not cut: half a word helps nobody.
  while (parts.length > 1 && widthOf(parts.join(` ${glyphs.separator} `)) > width) parts.pop();
  return parts.join(` ${glyphs.separator} `);
}
