import {
  type AppendedText,
  appendText,
  copyText,
  noAppendedText,
  wholeText,
} from "../../connection/appended-text.ts";
import { limits } from "../limits.ts";

/**
 * Assembles a message from its chunks. The protocol defines that a chunk holds new text, but a few agents send the
 * whole message so far in every chunk. Agents that are configured or known for one of the two are read that way. For
 * others it is detected per message: chunks that may repeat displayed text are held back until it is decided.
 */

/** `unknown`: decided per message. `proved`: a message of this session had cumulative chunks. */
export type TextMode = "delta" | "cumulative" | "unknown" | "proved";

export interface GrowingText {
  /** The message's text, as far as it is decided. */
  readonly whole: AppendedText;
  /** How many characters have been reported, if the reported text is the beginning of the message. */
  readonly reported: number;
  /** The reported text is wrong or incomplete, so the end of the message reports all of it. */
  readonly isHeld: boolean;
  readonly reading: "undecided" | "pieces" | "repeats";
  /** The chunks so far, as long as each one starts with the previous one. */
  readonly chain: Chain | null;
}

/** The last chunk, and the lengths of all chunks: each with its number of consecutive repeats. */
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
  /** The new text and its offset. */
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

/** Adds a chunk of new text. */
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

/** Takes a chunk as the whole message. If it does not start with the reported text, the message's end corrects it. */
function replace(text: GrowingText, textMode: TextMode, piece: string): TextGrowth {
  const isHeld = text.isHeld || !piece.startsWith(shownOf(text));
  return { ...show({ ...text, reading: "repeats", chain: null, isHeld }, piece), textMode };
}

/** The chunks are not cumulative: together they are the message. */
function breakChain(text: GrowingText, piece: string): TextGrowth {
  const joined = (text.chain === null ? "" : joinedOf(text.chain)) + piece;
  const isHeld = text.isHeld || !joined.startsWith(shownOf(text));
  return { ...show({ ...text, reading: "pieces", chain: null, isHeld }, joined), textMode: "unknown" };
}

/** Sets the whole message and reports only its new part. */
function show(text: GrowingText, whole: string): Omit<TextGrowth, "textMode"> {
  const next = { ...text, whole: appendText(noAppendedText, whole) };
  if (text.isHeld || whole.length <= text.reported) return { text: next, delta: null };
  const delta = { offset: text.reported, text: copyText(whole.slice(text.reported)) };
  return { text: { ...next, reported: whole.length }, delta };
}

function shownOf({ whole, reported }: GrowingText): string {
  return wholeText(whole).slice(0, reported);
}

/** Called when the message ends: decides whether the chunks that are still held back were cumulative or new. */
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

/** The chain with another chunk, possibly equal to the last one; null if the chunk does not continue it. */
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

/** The chunks of a message, each of which starts with the whole previous one. */
interface RepeatedChunks {
  readonly first: string;
  readonly last: string;
  /** The longest chunk that was sent again, alone or at the beginning of a longer one. */
  readonly repeated: string;
  readonly count: number;
}

/**
 * Whether the chunks are cumulative. A sentence never arrives as the pieces "The", "The quick", "The quick brown".
 * But laughter, numbers and ornaments grow that way, and so do the lines of an ASCII figure, which all start the
 * same.
 */
function isRepeat({ first, last, repeated, count }: RepeatedChunks): boolean {
  if (last.length === first.length) return count === 2 && isSentence(repeated);
  if (isRepeatedSyllable(first, last)) return isSentence(first);
  const isWord = countLetters(repeated) >= 2 || /^\p{L}\s/u.test(last);
  return /^\S/u.test(repeated) ? isWord : isSentence(repeated);
}

/** Two words, or enough different letters to be a sentence in a script without spaces. */
function isSentence(text: string): boolean {
  return /\p{L}\S*[^\S\n]+\S*\p{L}/u.test(text) || countLetters(text) >= 6;
}

/** How many different letters a text contains. */
function countLetters(text: string): number {
  return new Set(text.match(/\p{L}/gu)).size;
}

function isRepeatedSyllable(first: string, last: string): boolean {
  return last.length % first.length === 0 && last === first.repeat(last.length / first.length);
}
