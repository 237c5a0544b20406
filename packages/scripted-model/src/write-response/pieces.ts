import type { TextPart } from "../answer.ts";
import { type Frame, wait } from "./frame.ts";

export type Pacing = { readonly pieceChars: number; readonly delayMs: number };

/** The deltas of a text, with pauses in between. */
export function* textFrames(
  part: TextPart,
  pacing: Pacing,
  frame: (delta: string) => Frame,
): Generator<Frame> {
  const byWord = part.wordMs !== undefined;
  const pieces = byWord
    ? (part.text.match(/\s*\S+\s*?/g) ?? [])
    : splitPieces(part.text, part.pieceChars ?? pacing.pieceChars);
  yield* paced(pieces, byWord ? (part.wordMs as number) : pacing.delayMs, frame);
}

export function* paced(
  pieces: readonly string[],
  delayMs: number,
  frame: (delta: string) => Frame,
): Generator<Frame> {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && delayMs > 0) yield wait(delayMs);
    yield frame(piece);
  }
}

/** Splits a text into pieces of the same size, but never inside a surrogate pair. */
export function splitPieces(text: string, size: number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + size, text.length);
    if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? "") && end < text.length) end += 1;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}
