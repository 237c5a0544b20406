import type { Queue, TodoItem } from "@polylog/core";
import { type AskView, askPicture } from "../../asks/ask-lines.ts";
import type { Editor } from "../../input/editor.ts";
import { editorRows } from "../../input/editor-rows.ts";
import type { Suggestions } from "../../input/suggestions.ts";
import { limits } from "../../limits.ts";
import { type Menu, menuPicture } from "../../panels/menu.ts";
import { checklistLines } from "../../render/blocks/checklist.ts";
import { firstLines } from "../../render/blocks/excerpt.ts";
import type { RenderContext } from "../../render/context.ts";
import { cleanLine, cleanText } from "../../safe/clean-text.ts";
import type { Cursor } from "../../terminal/screen.ts";
import { type Line, lineOf, type Style, span } from "../../text/style.ts";
import { widthOf } from "../../text/width.ts";
import { cutLine, wrapLine, wrapText } from "../../text/wrap.ts";
import type { ShownUnsent } from "../session/unsent.ts";

/** Draws everything below the settled conversation. */
export interface FrameView {
  readonly rows: number;
  readonly menu: Menu | null;
  /** A question that only y confirms. */
  readonly confirming: string | null;
  readonly ask: AskView | null;
  readonly status: Line | null;
  readonly queue: Queue | null;
  readonly unsent: readonly ShownUnsent[];
  readonly todos: readonly TodoItem[] | null;
  /** Null if the terminal itself echoes the text. */
  readonly editor: Editor | null;
  /** The placeholder of the field. */
  readonly placeholder: string;
  readonly images: readonly string[];
  readonly suggestions: Suggestions | null;
  readonly remark: { readonly text: string; readonly isBad: boolean } | null;
  readonly footer: Line;
  /** The live part of the conversation, in at most this many rows. */
  readonly conversationLines: (rows: number) => readonly Line[];
}

export interface Frame {
  readonly lines: readonly Line[];
  readonly cursor: Cursor | null;
}

export function composeFrame(view: FrameView, context: RenderContext): Frame {
  // One row less than the window has: a full screen would scroll a line out with every change.
  const rows = Math.max(4, view.rows - 1);
  if (view.confirming !== null) {
    return stack(view, rows, [{ lines: confirmLines(view.confirming, context), cursor: null }]);
  }
  if (view.menu !== null) {
    const menu = menuPicture(view.menu, context, Math.min(rows, 16));
    return stack(view, rows, [{ lines: [[], ...menu.lines], cursor: below(menu.cursor, 1) }]);
  }
  const field = view.editor === null ? noField : fieldPicture(view, view.editor, context);
  const around = [
    ...(view.todos === null
      ? []
      : [[], ...firstLines(checklistLines(view.todos, context), limits.excerptRows.list, context)]),
    ...queueLines(view.queue, context),
    ...unsentLines(view.unsent, context),
    ...(view.status === null ? [] : [[], view.status]),
  ];
  const footer = view.remark === null ? [view.footer] : remarkLines(view.remark, context);
  // The ask and the field each have an empty line above them.
  const fixed = around.length + field.lines.length + footer.length + 2;
  const ask =
    view.ask === null ? null : askPicture(view.ask, context, Math.max(limits.askRows, rows - fixed));
  const isWriting = ask?.cursor != null;
  return stack(view, rows, [
    { lines: around, cursor: null },
    ...(ask === null
      ? []
      : [{ lines: [[], ...ask.lines], cursor: ask.cursor === null ? null : below(ask.cursor, 1) }]),
    ...(isWriting || field.cursor === null
      ? []
      : [{ lines: [[], ...field.lines], cursor: below(field.cursor, 1) }]),
    { lines: context.screenReader && view.remark === null ? [] : footer, cursor: null },
  ]);
}

function confirmLines(text: string, { theme, glyphs, width }: RenderContext): readonly Line[] {
  const hint = `y confirms ${glyphs.separator} any other key cancels`;
  return [[], ...wrapText(cleanText(text), theme.strong, width), cutLine(lineOf(hint, theme.quiet), width)];
}

interface Part {
  readonly lines: readonly Line[];
  readonly cursor: Cursor | null;
}

/**
 * The conversation takes half of the rows that the parts below it leave: in a window that becomes half as wide, each line
 * breaks in two, and the excess could never be cleared. If the parts alone do not fit, their first lines are dropped.
 */
function stack(view: FrameView, rows: number, parts: readonly Part[]): Frame {
  const height = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  const talk = view.conversationLines(
    Math.min(rows - height, Math.max(limits.conversationRows, Math.floor((rows - height) / 2))),
  );
  const lines = [...talk, ...parts.flatMap((part) => part.lines)];
  let top = talk.length;
  let cursor: Cursor | null = null;
  for (const part of parts) {
    if (part.cursor !== null) cursor = below(part.cursor, top);
    top += part.lines.length;
  }
  const over = Math.max(0, lines.length - rows);
  return {
    lines: lines.slice(over),
    cursor: cursor === null || cursor.row < over ? null : below(cursor, -over),
  };
}

function below({ row, column }: Cursor, by: number): Cursor {
  return { row: row + by, column };
}

const noField: Part = { lines: [], cursor: null };

function fieldPicture(view: FrameView, editor: Editor, context: RenderContext): Part {
  const { placeholder, suggestions, images } = view;
  const { theme, glyphs, width } = context;
  const isShell = editor.text.startsWith("!");
  const prompt = `${isShell ? glyphs.shell : glyphs.prompt} `;
  const indent = widthOf(prompt);
  const { rows, row, column } = editorRows(editor, width - indent);
  const most = limits.editorRows;
  const from = Math.max(0, Math.min(row - most + 1, rows.length - most));
  const style: Style = isShell ? theme.waiting : {};
  const field = rows
    .slice(from, from + most)
    .map(
      ({ text }, index): Line => [
        span(index === 0 ? prompt : " ".repeat(indent), isShell ? theme.waiting : theme.accent),
        ...(editor.text === ""
          ? lineOf(cutText(placeholder, width - indent), theme.quiet)
          : lineOf(text, style)),
      ],
    );
  const attached = images.map((name) => lineOf(`  [image: ${cleanLine(name)}]`, theme.quiet));
  return {
    lines: [...attached, ...field, ...(suggestions === null ? [] : suggestionLines(suggestions, context))],
    cursor: { row: attached.length + row - from, column: indent + column },
  };
}

function cutText(text: string, width: number): string {
  return cutLine(lineOf(text), width)
    .map((part) => part.text)
    .join("");
}

function suggestionLines({ items, chosen }: Suggestions, { theme, glyphs, width }: RenderContext): Line[] {
  const wide = Math.max(...items.map(({ name }) => widthOf(name)));
  return items.map(({ name, detail }, index) =>
    cutLine(
      [
        span(`  ${index === chosen ? glyphs.chosen : " "} `, theme.chosen),
        span(
          name + " ".repeat(Math.max(0, Math.min(wide, 24) - widthOf(name))),
          index === chosen ? theme.chosen : {},
        ),
        span(`  ${cleanLine(detail)}`, theme.quiet),
      ],
      width,
    ),
  );
}

const queueRows = 3;

/** Messages queued until their agent is free or the queue is resumed. */
function queueLines(queue: Queue | null, { theme, glyphs, width }: RenderContext): Line[] {
  if (queue === null || queue.items.length === 0) return [];
  const { items, paused } = queue;
  const shown = items
    .slice(0, queueRows)
    .map(({ text }, index) =>
      cutLine([span(`${index + 1}. `, theme.quiet), span(cleanLine(text), theme.quiet)], width - 2),
    );
  const more = items.length - queueRows;
  const head =
    paused === null
      ? ["Queued", "Up edits the last one", "/queue shows all"]
      : ["Queue paused", cleanLine(paused.reason), "/queue resumes"];
  return [
    [],
    ...wrapLine(
      lineOf(head.join(` ${glyphs.separator} `), paused === null ? theme.quiet : theme.waiting),
      width,
    ),
    ...shown.map((line): Line => [span("  "), ...line]),
    ...(more > 0 ? [lineOf(`  ${glyphs.more} ${more} more`, theme.quiet)] : []),
  ];
}

/** Messages that no server has accepted yet. They are sent once a server is reachable. */
function unsentLines(unsent: readonly ShownUnsent[], { theme, glyphs, width }: RenderContext): Line[] {
  if (unsent.length === 0) return [];
  const shown = unsent
    .slice(-queueRows)
    .map(({ text, isLate }) =>
      cutLine(
        [
          isLate ? span(`${glyphs.warning} Not sent yet: `, theme.waiting) : span("  Sending: ", theme.quiet),
          span(cleanLine(text), theme.quiet),
        ],
        width,
      ),
    );
  const more = unsent.length - queueRows;
  return [[], ...(more > 0 ? [lineOf(`${glyphs.more} ${more} more`, theme.quiet)] : []), ...shown];
}

/** Errors are shown in full. */
function remarkLines(
  { text, isBad }: { text: string; isBad: boolean },
  { theme, width }: RenderContext,
): readonly Line[] {
  const style = isBad ? theme.failed : theme.accent;
  return wrapText(cleanText(text), style, width).slice(0, limits.remarkRows);
}
