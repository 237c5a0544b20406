import { emptyLine, isSameLine, type Line } from "../text/style.ts";
import { isSimple } from "../text/width.ts";
import { cutLine, lineWidth } from "../text/wrap.ts";
import type { Encoder } from "./encode.ts";
import { findLineChange } from "./line-change.ts";
import { findShift, shifted } from "./line-shift.ts";

/** The position of the terminal's cursor in the live part. */
export interface Cursor {
  readonly row: number;
  readonly column: number;
}

export interface Picture {
  /** Lines that move permanently to the scrollback. */
  readonly settled: readonly Line[];
  /** Lines below them that may change. */
  readonly live: readonly Line[];
  /** Null hides it. */
  readonly cursor: Cursor | null;
}

export interface ScreenOptions {
  readonly write: (text: string) => void;
  readonly encoder: Encoder;
  /** Whether the terminal wraps lines that are too long for a narrower window, as most do. */
  readonly reflows: boolean;
  readonly synchronized: boolean;
  /** Whether rows can be deleted and inserted, as in nearly all terminals. */
  readonly shifts: boolean;
}

/**
 * The part of the terminal below the last settled line. Settled lines are written once and belong to the terminal; of live lines,
 * only differences are written. Live lines are cut to less than the window's width, so that none wraps: otherwise every row below
 * would be miscounted.
 */
export class Screen {
  private readonly options: ScreenOptions;
  private lines: readonly Line[] = [];
  private row = 0;
  /** Null if terminals may disagree on it. */
  private column: number | null = 0;
  private isCursorShown = true;
  private columns: number;

  constructor(columns: number, options: ScreenOptions) {
    this.columns = columns;
    this.options = options;
  }

  draw({ settled, live, cursor }: Picture): void {
    const below =
      live.length === 0 ? [emptyLine] : live.map((line) => cutLine(line, Math.max(1, this.columns - 1)));
    // Lines for the scrollback are never moved: they must be complete before they leave the window.
    let out = settled.length === 0 && this.options.shifts ? this.shift(below) : "";
    out += this.change(settled.length === 0 ? below : [...settled, ...below]);
    this.lines = below;
    this.row -= settled.length;
    const shown = cursor !== null;
    // The cursor is hidden before anything moves and shown when everything is written.
    const hide = this.isCursorShown && (!shown || out.length > 0) ? "\x1b[?25l" : "";
    if (shown) out += this.moveTo(cursor.row, cursor.column);
    if (out === "" && shown === this.isCursorShown) return;
    const show = shown && (hide !== "" || !this.isCursorShown) ? "\x1b[?25h" : "";
    this.isCursorShown = shown;
    this.put(hide + out + show);
  }

  /** The window was resized. Clears the old live part; the next frame draws it again. */
  resize(columns: number): void {
    const rows = this.rowsAbove(columns);
    this.columns = columns;
    this.lines = [];
    this.row = 0;
    this.column = null;
    this.put(`\r${up(rows)}\x1b[J`);
  }

  /** Clears the live part and moves the cursor to its start. */
  clear(): void {
    this.put(`\r${up(this.row)}\x1b[J\x1b[?25h`);
    this.forget();
  }

  /** Another program wrote to the terminal. The next output starts at the cursor's row. */
  forget(): void {
    this.lines = [];
    this.row = 0;
    this.column = null;
    this.isCursorShown = true;
  }

  /** The distance to the first live line after the window has become narrower. */
  private rowsAbove(columns: number): number {
    if (!this.options.reflows || columns >= this.columns) return this.row;
    const above = this.lines.slice(0, this.row);
    const rows = above.reduce((sum, line) => sum + Math.max(1, Math.ceil(lineWidth(line) / columns)), 0);
    const own = this.column === null ? 0 : Math.floor(this.column / columns);
    return rows + own;
  }

  /** Lets the terminal move lines that have only moved. */
  private shift(target: readonly Line[]): string {
    const shift = findShift(this.lines, target);
    if (shift === null) return "";
    const { from, removed, to, inserted } = shift;
    let out = "";
    for (let row = this.lines.length; row < target.length; row += 1) out += this.newRow(row);
    if (removed > 0) out += `${this.moveTo(from, 0)}\x1b[${removed === 1 ? "" : removed}M`;
    out += `${this.moveTo(to, 0)}\x1b[${inserted === 1 ? "" : inserted}L`;
    // Some terminals also move to the first column here.
    this.column = null;
    this.lines = shifted(this.lines, shift);
    return out;
  }

  private change(target: readonly Line[]): string {
    const { lines } = this;
    let out = "";
    target.forEach((line, row) => {
      const before = lines[row];
      if (before === undefined) {
        out += this.newRow(row) + this.options.encoder.line(line);
        this.column = columnAfter(0, line);
        return;
      }
      if (isSameLine(before, line)) return;
      const change = findLineChange(before, line);
      if (change === null) return;
      out += this.moveTo(row, change.column) + this.options.encoder.line(change.rest);
      this.column = columnAfter(change.column, change.rest);
      if (change.wipe) out += "\x1b[K";
    });
    if (target.length < lines.length) {
      out += `${this.moveTo(target.length, 0)}\x1b[J`;
      if (target.length > 0) out += this.moveTo(target.length - 1, 0);
    }
    return out;
  }

  /** Moves to a row that does not exist yet, by a line feed from the one above. */
  private newRow(row: number): string {
    if (row === 0) return this.moveTo(0, 0);
    const out = this.row === row - 1 ? "\r\n" : `${this.moveTo(row - 1, 0)}\r\n`;
    this.row = row;
    this.column = 0;
    return out;
  }

  private moveTo(row: number, column: number): string {
    let out = "";
    if (row < this.row) out += up(this.row - row);
    else if (row > this.row) out += `\x1b[${row - this.row === 1 ? "" : row - this.row}B`;
    this.row = row;
    if (this.column === column) return out;
    out += column === 0 ? "\r" : `\x1b[${column + 1}G`;
    this.column = column;
    return out;
  }

  private put(text: string): void {
    // A change to one line needs no synchronization; larger changes appear all at once.
    const whole = this.options.synchronized && text.length > 120;
    this.options.write(whole ? `\x1b[?2026h${text}\x1b[?2026l` : text);
  }
}

function up(rows: number): string {
  return rows === 0 ? "" : `\x1b[${rows === 1 ? "" : rows}A`;
}

function columnAfter(start: number, line: Line): number | null {
  return line.every(({ text }) => isSimple(text)) ? start + lineWidth(line) : null;
}
