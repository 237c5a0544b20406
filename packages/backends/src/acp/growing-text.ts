import { limits } from "./limits.ts";

/**
 * A message as its chunks come in. The protocol says that a chunk is what is new; a few agents send all so far in
 * every chunk. Which of the two an agent does is declared, or else it is taken at the protocol's word until it proves
 * the contrary: nothing that may be new is ever left out.
 */

/** `unknown`: by the protocol, unless it proves otherwise. `proved`: it did. */
export type Habit = "delta" | "cumulative" | "unknown" | "proved";

export interface GrowingText {
  /** All that the message says, as far as is known now. */
  readonly whole: string;
  /** How much of it is told, where what was told is its beginning. */
  readonly told: number;
  /** What was told is not what the message says: only its end can tell that. */
  readonly isHeld: boolean;
  /** As long as every chunk began with the one before it: the last one, and how long each of them was. */
  readonly chain: { readonly last: string; readonly lengths: readonly number[] } | null;
}

export const noText: GrowingText = { whole: "", told: 0, isHeld: false, chain: { last: "", lengths: [] } };

export interface Grown {
  readonly text: GrowingText;
  readonly habit: Habit;
  /** What is new, and where it begins. */
  readonly delta: { readonly offset: number; readonly text: string } | null;
}

export function grow(text: GrowingText, habit: Habit, piece: string): Grown {
  if (piece === "") return { text, habit, delta: null };
  switch (habit) {
    case "delta":
      return told({ ...text, whole: text.whole + piece, chain: null }, habit);
    case "cumulative":
      return growDeclared(text, piece);
    case "unknown":
      return growUnknown(text, piece);
    case "proved":
      return growProved(text, piece);
  }
}

function growDeclared(text: GrowingText, piece: string): Grown {
  if (text.whole.startsWith(piece)) return { text, habit: "cumulative", delta: null };
  const whole = piece.startsWith(text.whole) ? piece : text.whole + piece;
  return told({ ...text, whole, chain: null }, "cumulative");
}

function growUnknown(text: GrowingText, piece: string): Grown {
  const chain = longer(text, piece);
  const whole = text.whole + piece;
  if (chain === null) return told({ ...text, whole, chain }, "delta");
  if (!isProof(chain.lengths)) return told({ ...text, whole, chain }, "unknown");
  return { text: { ...text, whole: piece, isHeld: true, chain }, habit: "proved", delta: null };
}

function growProved(text: GrowingText, piece: string): Grown {
  const chain = longer(text, piece);
  if (chain !== null) {
    const next = { ...text, whole: piece, chain };
    return text.isHeld ? { text: next, habit: "proved", delta: null } : told(next, "proved");
  }
  // It was no repeating after all: all pieces are there again, and the message's end tells them.
  const { last = "", lengths = [] } = text.chain ?? {};
  const whole = lengths.map((length) => last.slice(0, length)).join("") + piece;
  return { text: { ...text, whole, isHeld: true, chain: null }, habit: "delta", delta: null };
}

/** The chain with one more chunk; null where that breaks it. */
function longer({ chain }: GrowingText, piece: string): GrowingText["chain"] {
  if (chain === null || piece.length <= chain.last.length || !piece.startsWith(chain.last)) return null;
  return { last: piece, lengths: [...chain.lengths, piece.length] };
}

function isProof(lengths: readonly number[]): boolean {
  const repeated = lengths.slice(0, -1).reduce((sum, length) => sum + length, 0);
  return lengths.length >= limits.provingPieces && repeated >= limits.provingChars;
}

function told(text: GrowingText, habit: Habit): Grown {
  if (text.isHeld) return { text, habit, delta: null };
  const { whole, told: offset } = text;
  return { text: { ...text, told: whole.length }, habit, delta: { offset, text: whole.slice(offset) } };
}
