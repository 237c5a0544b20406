import { graphemes, widthOf } from "../text/width.ts";
import type { Editor } from "./editor.ts";

/** The text broken into screen rows. */
export interface EditorRow {
  readonly text: string;
  /** The start of the row in the text. */
  readonly start: number;
}

export interface EditorRows {
  readonly rows: readonly EditorRow[];
  /** The position of the caret. */
  readonly row: number;
  readonly column: number;
}

export function editorRows({ text, caret }: Editor, width: number): EditorRows {
  const rows: EditorRow[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    rows.push(...brokenLine(line, start, width));
    start += line.length + 1;
  }
  const row = rows.findLastIndex((each) => each.start <= caret);
  const { text: own = "", start: from = 0 } = rows[row] ?? {};
  return { rows, row, column: widthOf(own.slice(0, caret - from)) };
}

/** Moves the caret a row up or down in the same column; null if there is no such row. */
export function moveRow(editor: Editor, width: number, by: 1 | -1): Editor | null {
  const { rows, row, column } = editorRows(editor, width);
  const target = rows[row + by];
  if (target === undefined) return null;
  let used = 0;
  let at = 0;
  for (const part of graphemes(target.text)) {
    used += widthOf(part);
    if (used > column) break;
    at += part.length;
  }
  return { ...editor, caret: target.start + at };
}

function brokenLine(line: string, start: number, width: number): EditorRow[] {
  const rows: EditorRow[] = [];
  let text = "";
  let used = 0;
  let from = start;
  for (const part of graphemes(line)) {
    const wide = widthOf(part);
    if (used + wide > width && text !== "") {
      rows.push({ text, start: from });
      from += text.length;
      text = "";
      used = 0;
    }
    text += part;
    used += wide;
  }
  return [...rows, { text, start: from }];
}
