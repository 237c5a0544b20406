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

/** Draws an open ask, the most prominent part of the screen. */
export interface AskPicture {
  readonly lines: readonly Line[];
  /** The cursor, if text is being typed. */
  readonly cursor: Cursor | null;
}

export interface AskView {
  readonly entry: AskEntry;
  readonly state: AskState;
  /** The number of further open asks. */
  readonly behind: number;
  /** The folder of the session. */
  readonly projectRoot: string | null;
  /** Whether keys are accepted: the ask has been visible long enough to prevent accidental answers. */
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
    ...(behind > 0 ? [lineOf(`${plural(behind, "more ask")} waiting`, theme.quiet)] : []),
    cutLine(lineOf(hintOf(view, inner), theme.quiet), inner.width),
  ];
  const field = state.writing === null ? null : fieldPicture(state.writing, inner);
  const written = field?.lines ?? [];
  const left = rows - head.length - written.length - foot.length;
  // The request is shown before the scope of lasting answers.
  const told = state.writing === null ? [...choiceLines(view, inner, true), ...offerLines(view, inner)] : [];
  const choices = left - told.length > limits.askBodyRows ? told : named;
  const body = fittedLines(bodyOf(view, ask, inner), left - choices.length, inner);
  const lines = [...head, ...indented([...body, ...choices, ...written, ...foot])];
  if (field === null) return { lines, cursor: null };
  const { row, column } = field.cursor;
  return { lines, cursor: { row: head.length + body.length + row, column: 2 + column } };
}

/** The typed text, limited to the rows of the field below an ask. */
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
  const header = exactText(questions[answered.length]?.header ?? "Question");
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

/** Shows the scope of each lasting answer if there is room. */
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
      // The first option is selected by default, so it is not announced.
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

/** The scope of a lasting answer and the alternatives, on one line or one per line. */
function offerLines(
  { entry, state }: AskView,
  { theme, glyphs, width, screenReader }: RenderContext,
): readonly Line[] {
  const offers = askOffers(entry);
  const chosen = offers[state.offer];
  if (chosen === undefined) return [];
  if (screenReader) {
    const said = `${offersLabel} ${offerName(chosen)}. Left and Right change the scope.`;
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
  // A narrow window only shows the selected scope; Left and Right show the others.
  return [cutLine([label("For"), ...names.filter((_, index) => offers[index] === chosen)], width)];
}

function hintOf(
  { entry, state, isReady }: AskView,
  { glyphs, width, screenReader, sendsLines }: RenderContext,
): string {
  if (sendsLines && state.writing === null) return "Type a number to answer. /stop interrupts.";
  // A screen reader reads the hint once, so it must not change later.
  const parts =
    !isReady && !screenReader
      ? ["…"]
      : state.writing !== null
        ? ["Enter sends", ...(sendsLines ? [] : ["Esc goes back"])]
        : entry.kind === "question" && entry.questions[state.answered.length]?.multiSelect === true
          ? ["Numbers select", "Enter answers", "Esc interrupts"]
          : [
              "Number or Enter answers",
              "Esc interrupts",
              ...(askOffers(entry).length > 0 && !screenReader ? ["Left and Right change the scope"] : []),
            ];
  // Parts that do not fit are omitted instead of cut off.
  while (parts.length > 1 && widthOf(parts.join(` ${glyphs.separator} `)) > width) parts.pop();
  return parts.join(` ${glyphs.separator} `);
}
