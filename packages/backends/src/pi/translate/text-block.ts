import type { EventBody } from "@polylog/core";
import { appendText, noAppendedText, wholeText } from "../../connection/appended-text.ts";
import type { RunRef } from "../../connection/translation.ts";
import type { Block, Response } from "./state.ts";

/** One text or thought of an answer, as it is told. */

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
  return { kind, responseId, told: noAppendedText, said: 0, isDone: false, nativeId: null };
}

/** The block as this answer has it, or as one that may repeat the answer that broke off. */
export function blockAt({ response, index }: TextPlace, kind: TextKind, broken: Response | null): Block {
  const known = response.blocks.get(index);
  if (known !== undefined) return known;
  const before = broken?.blocks.get(index);
  if (before?.kind !== kind) return newBlock(kind, response);
  // In one piece, so that it can be compared with every piece of this answer.
  return { ...before, told: appendText(noAppendedText, wholeText(before.told)), said: 0 };
}

/** More of a block. What the broken answer has said already is not told again, as long as this one says the same. */
export function growText(place: TextPlace, block: Block, piece: string): TextTranslation {
  if (piece === "") return { block, events: [] };
  const { told, said } = block;
  if (said === told.length) return addText(place, block, piece);
  const before = wholeText(told);
  if (before.startsWith(piece, said)) return { block: { ...block, said: said + piece.length }, events: [] };
  const left = before.slice(said);
  if (piece.startsWith(left)) return addText(place, block, piece.slice(left.length));
  const whole = before.slice(0, said) + piece;
  const { responseId } = place.response;
  return addText(place, { ...block, responseId, told: noAppendedText, isDone: false }, whole);
}

function addText(place: TextPlace, block: Block, delta: string): TextTranslation {
  const told = appendText(block.told, delta);
  const next: Block = { ...block, told, said: told.length };
  return { block: next, events: [deltaOf(place, next, block.told.length, delta)] };
}

/**
 * The program closes a block also where its answer breaks off, and says so only after that: unless the whole is
 * something else, the block stays open until something follows it or the answer ends.
 */
export function closeText(place: TextPlace, block: Block, whole: string): TextTranslation {
  if (block.isDone || whole === "" || !whole.startsWith(wholeText(block.told)))
    return endText(place, block, whole);
  return growText(place, block, whole.slice(block.said));
}

/** The end of a block, with all that it said. */
export function endText(place: TextPlace, block: Block, whole: string): TextTranslation {
  const before = wholeText(block.told);
  const isOther = !whole.startsWith(before);
  const responseId = isOther ? place.response.responseId : block.responseId;
  const told = appendText(noAppendedText, whole);
  const ended: Block = { ...block, responseId, told, said: whole.length, isDone: true };
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
