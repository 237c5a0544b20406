import type { Piece } from "@polylog/core";
import { endPieces, fenceBody, growPieces, startPieces } from "@polylog/core";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { Line, Style } from "../../text/style.ts";
import type { RenderContext } from "../context.ts";
import { blockLines } from "./blocks.ts";
import { codeLines } from "./code.ts";
import type { GrowingList } from "./growing-list.ts";

const options = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

interface PiecesOptions {
  readonly style?: Style;
  readonly isBeginning?: boolean;
  /** Draws the last piece if it is a list that still grows. */
  readonly growing?: GrowingList;
}

/** A piece of a message. Its lines are the same whether it is drawn alone or with the others. */
function pieceLines(piece: Piece, context: RenderContext, style: Style = {}): Line[] {
  if (piece.kind === "blank") return [];
  if (piece.kind === "fence") return codeLines(fenceBody(piece), piece.language, context);
  return blockLines(fromMarkdown(piece.text, options).children, context, style);
}

/** Whether a blank line precedes a piece that is not the first. */
function hasGapBefore(piece: Piece): boolean {
  return piece.kind !== "blank" && !(piece.kind === "fence" && piece.continued);
}

/** All pieces of a text, from the start or after others. */
export function piecesLines(
  pieces: readonly Piece[],
  context: RenderContext,
  { style = {}, isBeginning = true, growing }: PiecesOptions = {},
): Line[] {
  const lines: Line[] = [];
  let isFirst = isBeginning;
  for (const piece of pieces) {
    const own =
      growing !== undefined && piece.kind === "list"
        ? growing.lines(piece, context, (text) => pieceLines({ ...piece, text }, context, style))
        : pieceLines(piece, context, style);
    if (own.length === 0) continue;
    if (!isFirst && hasGapBefore(piece)) lines.push([]);
    lines.push(...own);
    isFirst = false;
  }
  return lines;
}

/** A whole text. */
export function markdownLines(text: string, context: RenderContext, style: Style = {}): Line[] {
  const { pieces } = endPieces(growPieces(startPieces(), text));
  return piecesLines(pieces.slice(), context, { style });
}
