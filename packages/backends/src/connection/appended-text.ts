import { limits } from "../process/limits.ts";

/**
 * A text that grows by small pieces. Concatenation copies nothing but keeps both strings and a link between them, so
 * millions of short pieces would take many times the memory of the text. Beyond a limit, the pieces are copied into one
 * string.
 */
export interface AppendedText {
  readonly length: number;
  /** The pieces that are already copied together. `tail` has the newer ones. */
  readonly head: string;
  readonly tail: string;
}

export const noAppendedText: AppendedText = { length: 0, head: "", tail: "" };

export function appendText({ length, head, tail }: AppendedText, piece: string): AppendedText {
  const grown = tail + piece;
  const next = { length: length + piece.length };
  return grown.length < limits.tailChars
    ? { ...next, head, tail: grown }
    : { ...next, head: head + copyText(grown), tail: "" };
}

export function wholeText({ head, tail }: AppendedText): string {
  return head + tail;
}

/** Copies part of a string, which otherwise keeps the whole string in memory. */
export function copyText(part: string): string {
  return JSON.parse(JSON.stringify(part)) as string;
}
