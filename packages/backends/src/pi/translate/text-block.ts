import type { EventBody } from "@polylog/core";
import { appendText, noAppendedText, wholeText } from "../../connection/appended-text.ts";
import type { RunRef } from "../../connection/translation.ts";
import type { Block, Response } from "./state.ts";

/** A text or thought of an answer. */

export type TextKind = "text" | "thinking";

export interface TextTranslation {
  readonly block: Block;
  readonly events: readonly EventBody[];
}

export interface TextPlace {
  readonly runRef: RunRef;
  readonly response: Response;
  readonly index: number;
}

export function newBlock(kind: Block["kind"], { responseId }: Response): Block {
  return { kind, responseId, reported: noAppendedText, received: 0, isDone: false, nativeId: null };
}

/** The block at this place, new or as one that may repeat the interrupted answer. */
export function blockAt({ response, index }: TextPlace, kind: TextKind, broken: Response | null): Block {
  const known = response.blocks.get(index);
  if (known !== undefined) return known;
  const before = broken?.blocks.get(index);
  if (before?.kind !== kind) return newBlock(kind, response);
  // As one string, so that it can be compared with each piece of this answer.
  return { ...before, reported: appendText(noAppendedText, wholeText(before.reported)), received: 0 };
}

/** Adds text to a block. Text that repeats the interrupted answer is not reported again. */
export function growText(place: TextPlace, block: Block, piece: string): TextTranslation {
  if (piece === "") return { block, events: [] };
  const { reported, received } = block;
  if (received === reported.length) return addText(place, block, piece);
  const before = wholeText(reported);
  if (before.startsWith(piece, received))
    return { block: { ...block, received: received + piece.length }, events: [] };
  const left = before.slice(received);
  if (piece.startsWith(left)) return addText(place, block, piece.slice(left.length));
  const whole = before.slice(0, received) + piece;
  const { responseId } = place.response;
  return addText(place, { ...block, responseId, reported: noAppendedText, isDone: false }, whole);
}

function addText(place: TextPlace, block: Block, delta: string): TextTranslation {
  const reported = appendText(block.reported, delta);
  const next: Block = { ...block, reported, received: reported.length };
  return { block: next, events: [deltaOf(place, next, block.reported.length, delta)] };
}

/**
 * The program also closes a block when its answer is interrupted, and reports the interruption only later. So a block
 * whose whole text matches stays open until something follows it or the answer ends.
 */
export function closeText(place: TextPlace, block: Block, whole: string): TextTranslation {
  if (block.isDone || whole === "" || !whole.startsWith(wholeText(block.reported)))
    return endText(place, block, whole);
  return growText(place, block, whole.slice(block.received));
}

/** Ends a block with its whole text. */
export function endText(place: TextPlace, block: Block, whole: string): TextTranslation {
  const before = wholeText(block.reported);
  const isOther = !whole.startsWith(before);
  const responseId = isOther ? place.response.responseId : block.responseId;
  const reported = appendText(noAppendedText, whole);
  const ended: Block = { ...block, responseId, reported, received: whole.length, isDone: true };
  if (block.isDone && before === whole) return { block: ended, events: [] };
  const at = placeOf(place, ended);
  if (block.kind === "text") {
    return { block: ended, events: whole === "" ? [] : [{ type: "text_done", text: whole, ...at }] };
  }
  const hidden = whole === "" ? { redacted: true } : {};
  return { block: ended, events: [{ type: "thinking_done", text: whole, ...hidden, ...at }] };
}

export function placeOf({ runRef, index }: TextPlace, { responseId }: Block) {
  return { responseId, block: index, ...runRef };
}

function deltaOf(place: TextPlace, block: Block, offset: number, delta: string): EventBody {
  const type = block.kind === "text" ? "text_delta" : "thinking_delta";
  return { type, offset, delta, ...placeOf(place, block) };
}
