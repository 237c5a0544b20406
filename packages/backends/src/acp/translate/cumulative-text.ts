import {
  type AppendedText,
  appendText,
  copyText,
  noAppendedText,
  wholeText,
} from "../../connection/appended-text.ts";
import { limits } from "../limits.ts";
import { countLetters, isRepeat, type RepeatedChunks } from "./repeated-chunks.ts";

/**
 * A message as its chunks come in. The protocol says that a chunk holds what is new; a few agents send the whole message
 * so far in every chunk. An agent that is declared or known to do one of the two is read that way. Of any other agent
 * each message decides for itself: chunks that may repeat what is on the screen are held back until it is known.
 */

/** `unknown`: each message shows it. `proved`: a message of this session has repeated itself. */
export type TextMode = "delta" | "cumulative" | "unknown" | "proved";

export interface GrowingText {
  /** What the message says, as far as that is decided. */
  readonly whole: AppendedText;
  /** How many characters of it are shown, where what is shown is its beginning. */
  readonly reported: number;
  /** What is shown is not how the message begins, or not all of it: its end tells the whole. */
  readonly isHeld: boolean;
  readonly reading: "undecided" | "pieces" | "repeats";
  /** The chunks so far, as long as each of them begins with the one before. */
  readonly chain: Chain | null;
}

/** The last chunk, and the lengths of all: each with how often it came in a row. */
interface Chain {
  readonly last: string;
  readonly steps: readonly Step[];
}

interface Step {
  readonly length: number;
  readonly times: number;
}

export const noText: GrowingText = {
  ...{ whole: noAppendedText, reported: 0, isHeld: false, reading: "undecided" as const },
  chain: { last: "", steps: [] },
};

export interface TextGrowth {
  readonly text: GrowingText;
  readonly textMode: TextMode;
  /** What is new, and where it begins. */
  readonly delta: { readonly offset: number; readonly text: string } | null;
}

export function grow(text: GrowingText, textMode: TextMode, piece: string): TextGrowth {
  if (piece === "") return { text, textMode, delta: null };
  if (textMode === "delta" || text.reading === "pieces") return addPiece(text, textMode, piece);
  if (textMode === "cumulative" || text.reading === "repeats") return replace(text, textMode, piece);
  const chain = longer(text.chain, piece);
  if (chain === null) return breakChain(text, piece);
  const count = chunksIn(chain);
  if (count === 1) return { ...show({ ...text, chain }, piece), textMode };
  if (count === limits.certainChunks) {
    return isRepeat(repeatedIn(chain)) ? replace(text, textMode, piece) : breakChain({ ...text, chain }, "");
  }
  if (textMode === "proved" || provesCumulative(chain)) {
    return { ...show({ ...text, chain }, piece), textMode: "proved" };
  }
  return count > limits.heldChunks && !isRepeat(repeatedIn(chain))
    ? breakChain({ ...text, chain }, "")
    : { text: { ...text, chain }, textMode, delta: null };
}

/** A chunk of new text. */
function addPiece(text: GrowingText, textMode: TextMode, piece: string): TextGrowth {
  const whole = appendText(text.whole, piece);
  const next: GrowingText = { ...text, whole, reading: "pieces", chain: null };
  if (text.isHeld) return { text: next, textMode, delta: null };
  return {
    text: { ...next, reported: whole.length },
    textMode,
    delta: { offset: text.reported, text: piece },
  };
}

/** A chunk that is the whole message. Where that begins otherwise than what is shown, the message's end tells it. */
function replace(text: GrowingText, textMode: TextMode, piece: string): TextGrowth {
  const isHeld = text.isHeld || !piece.startsWith(shownOf(text));
  return { ...show({ ...text, reading: "repeats", chain: null, isHeld }, piece), textMode };
}

/** The chunks do not repeat: all of them are what the message says. */
function breakChain(text: GrowingText, piece: string): TextGrowth {
  const joined = (text.chain === null ? "" : joinedOf(text.chain)) + piece;
  const isHeld = text.isHeld || !joined.startsWith(shownOf(text));
  return { ...show({ ...text, reading: "pieces", chain: null, isHeld }, joined), textMode: "unknown" };
}

/** The whole message, of which only what is new is told. */
function show(text: GrowingText, whole: string): Omit<TextGrowth, "textMode"> {
  const next = { ...text, whole: appendText(noAppendedText, whole) };
  if (text.isHeld || whole.length <= text.reported) return { text: next, delta: null };
  const delta = { offset: text.reported, text: copyText(whole.slice(text.reported)) };
  return { text: { ...next, reported: whole.length }, delta };
}

function shownOf({ whole, reported }: GrowingText): string {
  return wholeText(whole).slice(0, reported);
}

/** The message has ended: chunks that are held back until now have repeated it, or they are new. */
export function settle(
  text: GrowingText,
  textMode: TextMode,
): { readonly text: GrowingText; readonly textMode: TextMode } {
  const { chain } = text;
  if (textMode === "delta" || textMode === "cumulative" || chain === null || chunksIn(chain) < 2) {
    return { text, textMode };
  }
  const repeats = textMode === "proved" || isRepeat(repeatedIn(chain));
  const whole = appendText(noAppendedText, repeats ? chain.last : joinedOf(chain));
  const isHeld = text.isHeld || text.reported < whole.length;
  return { text: { ...text, whole, isHeld, chain: null }, textMode: repeats ? "proved" : textMode };
}

/** The chain with one more chunk, which may be the last one once more; null where that breaks it. */
function longer(chain: Chain | null, piece: string): Chain | null {
  if (chain === null || !piece.startsWith(chain.last)) return null;
  const { length } = piece;
  const before = chain.steps.at(-1);
  return before?.length === length
    ? { last: piece, steps: chain.steps.with(-1, { length, times: before.times + 1 }) }
    : { last: piece, steps: [...chain.steps, { length, times: 1 }] };
}

function provesCumulative(chain: Chain): boolean {
  if (chain.steps.length < limits.provingChunks || !isRepeat(repeatedIn(chain))) return false;
  // "a", "ah", "aha" may be the beginning of a repeated syllable.
  return countLetters(chain.last) >= limits.provingLetters;
}

function repeatedIn(chain: Chain): RepeatedChunks {
  const { last, steps } = chain;
  const first = last.slice(0, steps[0]?.length);
  return { first, last, repeated: last.slice(0, steps.at(-2)?.length), count: chunksIn(chain) };
}

function chunksIn({ steps }: Chain): number {
  return steps.reduce((sum, { times }) => sum + times, 0);
}

function joinedOf({ last, steps }: Chain): string {
  return steps.map(({ length, times }) => last.slice(0, length).repeat(times)).join("");
}
