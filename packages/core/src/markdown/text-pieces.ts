import { Vector } from "../data/vector.ts";
import { limits } from "../limits.ts";
import {
  type FenceStart,
  interruptsParagraph,
  isFenceEnd,
  isTableRule,
  isUnderline,
  type LineStart,
  readStart,
} from "./markdown-line.ts";

/**
 * A growing Markdown text in pieces: its top-level blocks. A finished piece never changes, so a screen draws it once and
 * redraws only the text after the last finished piece. Each line is read once, when it is complete. All pieces joined are the
 * text.
 *
 * If it is uncertain whether a block has ended, its piece continues: a piece that holds two blocks is drawn correctly, but two
 * pieces of one block are not.
 */

export type Piece = PlainPiece | FencePiece;

interface PieceBase {
  /** Where in the text it begins; also its key. */
  readonly start: number;
  /** Blank lines before a block belong to its piece. */
  readonly text: string;
}

export interface PlainPiece extends PieceBase {
  readonly kind: "paragraph" | "heading" | "rule" | "list" | "table" | "quote" | "code" | "html" | "blank";
}

export interface FencePiece extends PieceBase {
  readonly kind: "fence";
  readonly language: string | null;
  /** Columns of indentation that its code ignores. */
  readonly indent: number;
  /** It continues the previous piece and has no opening line. */
  readonly continued: boolean;
  /** It continues in the next piece or was never closed: it has no closing line. */
  readonly open: boolean;
}

export interface PiecesState {
  readonly pieces: Vector<Piece>;
  /** The start of the unfinished piece, its complete lines, and the line that is still growing. */
  readonly start: number;
  readonly text: string;
  readonly line: string;
  readonly block: OpenBlock | null;
}

type OpenBlock =
  | { readonly kind: "table" | "code" | "heading" | "rule" }
  | { readonly kind: "quote"; readonly lazy: boolean }
  /** `last` is its last line, which may become the header of a table; `lines` counts its lines. */
  | { readonly kind: "paragraph"; readonly last: string; readonly lines: number }
  | { readonly kind: "html"; readonly until: RegExp | null }
  | ListBlock
  | (FenceStart & { readonly continued: boolean; readonly open: boolean; readonly lines: number });

interface ListBlock {
  readonly kind: "list";
  /** Markers that its items have; more than one if another list may have begun. */
  readonly markers: string;
  readonly offset: number;
  /** Whether the last line certainly belongs to it. */
  readonly last: "own" | "lazy" | "blank";
}

type Draft = { -readonly [K in keyof PiecesState]: PiecesState[K] };

const nothing: PiecesState = { pieces: Vector.empty, start: 0, text: "", line: "", block: null };

export function startPieces(): PiecesState {
  return nothing;
}

export function growPieces(state: PiecesState, more: string): PiecesState {
  if (more === "") return state;
  const draft: Draft = { ...state };
  let from = 0;
  for (let end = more.indexOf("\n"); end !== -1; end = more.indexOf("\n", from)) {
    addLine(draft, draft.line + more.slice(from, end + 1));
    draft.line = "";
    from = end + 1;
  }
  draft.line += more.slice(from);
  return draft;
}

/** Finishes the remaining text. No text may be added afterwards. */
export function endPieces(state: PiecesState): PiecesState {
  if (state.line === "" && state.text === "") return state;
  const draft: Draft = { ...state, line: "" };
  if (state.line !== "") addLine(draft, state.line);
  if (draft.text !== "") finish(draft);
  return draft;
}

/** The text after the finished pieces, in pieces as if the text ended here. */
export function livePieces(state: PiecesState): Piece[] {
  return endPieces(state).pieces.slice(state.pieces.length);
}

/** The code of a fence, without its fences. */
export function fenceBody({ text, indent, continued, open }: FencePiece): string {
  const lines = text.replace(/\n$/, "").split("\n");
  const opening = continued ? 0 : lines.findIndex((line) => line.trim() !== "") + 1;
  const body = lines.slice(opening, open ? undefined : -1);
  const deep = new RegExp(`^ {0,${indent}}`);
  return (indent === 0 ? body : body.map((line) => line.replace(deep, ""))).join("\n");
}

function addLine(draft: Draft, line: string): void {
  if (draft.block?.kind === "fence") return addFenceLine(draft, draft.block, line);
  if (draft.block?.kind === "html" && draft.block.until !== null)
    return addHtmlLine(draft, draft.block.until, line);
  const start = readStart(line);
  if (draft.block !== null) {
    if (continuesBlock(draft, draft.block, line, start)) return;
    finish(draft);
  }
  begin(draft, line, start);
}

function begin(draft: Draft, line: string, start: LineStart): void {
  draft.text += line;
  switch (start.kind) {
    case "blank":
      return;
    case "text":
      draft.block = { kind: "paragraph", last: line, lines: 1 };
      return;
    case "heading":
    case "rule":
      draft.block = { kind: start.kind };
      return finish(draft);
    case "list":
      draft.block = { kind: "list", markers: start.marker, offset: start.offset, last: "own" };
      return;
    case "quote":
      draft.block = { kind: "quote", lazy: false };
      return;
    case "fence":
      draft.block = { ...start, continued: false, open: true, lines: 0 };
      return;
    case "html":
      draft.block = start;
      if (start.until?.test(line)) finish(draft);
      return;
    default:
      draft.block = { kind: start.kind };
  }
}

type PlainBlock = Exclude<OpenBlock, FenceStart>;

/** Adds the line to the open block if it belongs there, and finishes the block if it is the last line. */
function continuesBlock(draft: Draft, block: PlainBlock, line: string, start: LineStart): boolean {
  switch (block.kind) {
    case "list": {
      const next = nextList(block, line, start);
      if (next === null) return false;
      draft.block = next;
      break;
    }
    case "code":
      if (start.kind !== "code" && start.kind !== "blank") return false;
      break;
    case "paragraph":
      if (isUnderline(line)) draft.block = { kind: "heading" };
      else if (isTableRule(line, block.last)) beginTable(draft, block);
      else if (interruptsParagraph(start)) return false;
      else draft.block = { kind: "paragraph", last: line, lines: block.lines + 1 };
      break;
    case "quote":
      if (start.kind === "quote") draft.block = { kind: "quote", lazy: false };
      else if (interruptsParagraph(start) && !(block.lazy && isUnderline(line))) return false;
      else draft.block = { kind: "quote", lazy: true };
      break;
    case "table":
      if (interruptsParagraph(start) || start.kind === "html") return false;
      break;
  }
  draft.text += line;
  const isLast = draft.block?.kind === "heading" || (start.kind === "blank" && !crossesBlanks(block));
  if (isLast) finish(draft);
  return true;
}

/** The paragraph's last line is the table's header; the lines above it are a separate paragraph. */
function beginTable(draft: Draft, { last, lines }: { readonly last: string; readonly lines: number }): void {
  if (lines > 1 && readStart(last).kind === "text") {
    draft.text = draft.text.slice(0, -last.length);
    finish(draft);
    draft.text = last;
  }
  draft.block = { kind: "table" };
}

function crossesBlanks({ kind }: PlainBlock): boolean {
  return kind === "code" || kind === "list";
}

function nextList(block: ListBlock, line: string, start: LineStart): ListBlock | null {
  const { markers, offset, last } = block;
  if (start.kind === "blank") return { ...block, last: "blank" };
  if (start.indent >= offset) return { ...block, last: "own" };
  const isItem = start.kind === "list";
  if (isItem && markers.includes(start.marker)) return { ...block, offset: start.offset, last: "own" };
  if (last === "blank" && (start.indent === 0 || start.kind !== "text")) return null;
  // After a line that may not belong to the list, `---` may be the underline of that line.
  if (interruptsParagraph(start) && !(last === "lazy" && isUnderline(line))) return null;
  return { ...block, markers: isItem ? markers + start.marker : markers, last: "lazy" };
}

function addFenceLine(draft: Draft, block: Extract<OpenBlock, FenceStart>, line: string): void {
  if (isFenceEnd(line, block)) {
    draft.text += line;
    draft.block = { ...block, open: false };
    return finish(draft);
  }
  const isFull = block.lines >= limits.fenceLines;
  if (isFull) finish(draft);
  draft.text += line;
  draft.block = isFull ? { ...block, continued: true, lines: 1 } : { ...block, lines: block.lines + 1 };
}

function addHtmlLine(draft: Draft, until: RegExp, line: string): void {
  draft.text += line;
  if (until.test(line)) finish(draft);
}

function finish(draft: Draft): void {
  const { start, text, block } = draft;
  draft.pieces = draft.pieces.push(pieceOf(start, text, block));
  draft.start = start + text.length;
  draft.text = "";
  draft.block = null;
}

function pieceOf(start: number, text: string, block: OpenBlock | null): Piece {
  if (block?.kind !== "fence") return { kind: block?.kind ?? "blank", start, text };
  const { kind, language, indent, continued, open } = block;
  return { kind, start, text, language, indent, continued, open };
}
