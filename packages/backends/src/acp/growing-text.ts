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
  /** As long as every chunk began with the whole one before it. */
  readonly chain: Chain | null;
}

/** The last chunk, and the lengths of all: each with how often it came in a row. */
interface Chain {
  readonly last: string;
  readonly steps: readonly { readonly length: number; readonly times: number }[];
}

export const noText: GrowingText = { whole: "", told: 0, isHeld: false, chain: { last: "", steps: [] } };

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

/** Each chunk is the whole message. One that says something else takes the place of what was told, at the message's end. */
function growDeclared(text: GrowingText, piece: string): Grown {
  if (piece === text.whole) return { text, habit: "cumulative", delta: null };
  const isHeld = text.isHeld || !piece.startsWith(text.whole);
  return told({ ...text, whole: piece, isHeld, chain: null }, "cumulative");
}

function growUnknown(text: GrowingText, piece: string): Grown {
  const chain = longer(text, piece);
  const whole = text.whole + piece;
  if (chain === null) return told({ ...text, whole, chain }, "delta");
  if (!isProof(chain)) return told({ ...text, whole, chain }, "unknown");
  return { text: { ...text, whole: piece, isHeld: true, chain }, habit: "proved", delta: null };
}

function growProved(text: GrowingText, piece: string): Grown {
  const chain = longer(text, piece);
  if (chain !== null) {
    const next = { ...text, whole: piece, chain };
    return text.isHeld ? { text: next, habit: "proved", delta: null } : told(next, "proved");
  }
  // It was no repeating after all: all pieces are there again, and the message's end tells them.
  const { last = "", steps = [] } = text.chain ?? {};
  const whole = steps.map(({ length, times }) => last.slice(0, length).repeat(times)).join("") + piece;
  return { text: { ...text, whole, isHeld: true, chain: null }, habit: "delta", delta: null };
}

/**
 * The message has ended. One that was taken at the protocol's word may have repeated itself throughout, and was too
 * short to prove that before.
 */
export function settle(
  text: GrowingText,
  habit: Habit,
): { readonly text: GrowingText; readonly habit: Habit } {
  if (habit !== "unknown" || text.chain === null || !hasRepeated(text.chain)) return { text, habit };
  return { text: { ...text, whole: text.chain.last, isHeld: true }, habit: "proved" };
}

/** The chain with one more chunk, which may be the last one once more; null where that breaks it. */
function longer({ chain }: GrowingText, piece: string): Chain | null {
  if (chain === null || !piece.startsWith(chain.last)) return null;
  const { length } = piece;
  const before = chain.steps.at(-1);
  return before?.length === length
    ? { last: piece, steps: chain.steps.with(-1, { length, times: before.times + 1 }) }
    : { last: piece, steps: [...chain.steps, { length, times: 1 }] };
}

function isProof({ steps }: Chain): boolean {
  const repeated = steps.slice(0, -1).reduce((sum, { length }) => sum + length, 0);
  return steps.length >= limits.provingPieces && repeated >= limits.provingChars;
}

/**
 * Nobody says "The", "The quick", "The quick brown" piece by piece. But laughter grows so, always by the same, and so do
 * the lines of a figure, each of which begins anew.
 */
function hasRepeated({ last, steps }: Chain): boolean {
  const different = new Set(
    steps.map(({ length }, index) => last.slice(steps[index - 1]?.length ?? 0, length)),
  );
  return different.size >= limits.settlingPieces && /^\S/u.test(last);
}

function told(text: GrowingText, habit: Habit): Grown {
  if (text.isHeld) return { text, habit, delta: null };
  const { whole, told: offset } = text;
  return { text: { ...text, told: whole.length }, habit, delta: { offset, text: whole.slice(offset) } };
}
