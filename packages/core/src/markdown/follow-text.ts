import type { Text } from "../data/text.ts";
import { endPieces, growPieces, type PiecesState, startPieces } from "./text-pieces.ts";

/** The pieces of an entry's text, updated as it grows: each update reads only the added text. */
export interface FollowedText {
  readonly body: Text;
  readonly live: boolean;
  readonly state: PiecesState;
}

export function followText(previous: FollowedText | null, body: Text, live: boolean): FollowedText {
  if (previous !== null && previous.body === body && previous.live === live) return previous;
  const grown = growth(previous, body, live);
  return { body, live, state: live ? grown : endPieces(grown) };
}

function growth(previous: FollowedText | null, body: Text, live: boolean): PiecesState {
  if (previous === null || !previous.live || body.length < previous.body.length) return parseAll(body);
  // While it is live a text only grows. Its complete text, at the end, may fill a gap and differ from the streamed text.
  if (!live && !beginsWith(body.toString(), previous.state)) return parseAll(body);
  return growPieces(previous.state, body.from(previous.body.length));
}

function parseAll(body: Text): PiecesState {
  return growPieces(startPieces(), body.toString());
}

function beginsWith(whole: string, { pieces, start, text, line }: PiecesState): boolean {
  for (const piece of pieces) if (!whole.startsWith(piece.text, piece.start)) return false;
  return whole.startsWith(text, start) && whole.startsWith(line, start + text.length);
}
