import type { EventBody } from "@polylog/core";
import type { Block, Response, Speaker } from "./state.ts";

/** One text or thought of an answer, as it is told. */

export type TextKind = "text" | "thinking";

export interface TextTold {
  readonly block: Block;
  readonly events: readonly EventBody[];
}

export interface TextPlace {
  readonly speaker: Speaker;
  readonly response: Response;
  readonly index: number;
}

export function newBlock(kind: Block["kind"], { responseId }: Response): Block {
  return { kind, responseId, told: "", said: 0, isDone: false, nativeId: null };
}

/** The block as this answer has it, or as one that may repeat the answer that broke off. */
export function blockAt({ response, index }: TextPlace, kind: TextKind, broken: Response | null): Block {
  const known = response.blocks.get(index);
  if (known !== undefined) return known;
  const before = broken?.blocks.get(index);
  return before?.kind === kind ? { ...before, said: 0 } : newBlock(kind, response);
}

/** More of a block. What the broken answer has said already is not told again, as long as this one says the same. */
export function growText(place: TextPlace, block: Block, piece: string): TextTold {
  const { told, said } = block;
  if (piece === "") return { block, events: [] };
  if (told.startsWith(piece, said)) return { block: { ...block, said: said + piece.length }, events: [] };
  const left = told.slice(said);
  if (piece.startsWith(left)) {
    const delta = piece.slice(left.length);
    const next: Block = { ...block, told: told + delta, said: told.length + delta.length };
    return { block: next, events: [deltaOf(place, next, told.length, delta)] };
  }
  const whole = told.slice(0, said) + piece;
  const apart: Block = {
    ...block,
    ...{ responseId: place.response.responseId, told: whole, said: whole.length, isDone: false },
  };
  return { block: apart, events: [deltaOf(place, apart, 0, whole)] };
}

/** The end of a block, with all that it said. */
export function endText(place: TextPlace, block: Block, whole: string): TextTold {
  const isOther = !whole.startsWith(block.told);
  const responseId = isOther ? place.response.responseId : block.responseId;
  const ended: Block = { ...block, responseId, told: whole, said: whole.length, isDone: true };
  if (block.isDone && !isOther && block.told === whole) return { block: ended, events: [] };
  const at = placeOf(place, ended);
  if (block.kind === "text") {
    return { block: ended, events: whole === "" ? [] : [{ type: "text_done", text: whole, ...at }] };
  }
  const hidden = whole === "" ? { redacted: true } : {};
  return { block: ended, events: [{ type: "thinking_done", text: whole, ...hidden, ...at }] };
}

export function placeOf({ speaker, index }: TextPlace, { responseId }: Block) {
  return { responseId, block: index, ...speaker };
}

function deltaOf(place: TextPlace, block: Block, offset: number, delta: string): EventBody {
  const type = block.kind === "text" ? "text_delta" : "thinking_delta";
  return { type, offset, delta, ...placeOf(place, block) };
}
