import { limits } from "../process/limits.ts";

/**
 * A text that grows by small pieces. Adding two strings copies nothing, but keeps both and a link between them: millions
 * of short pieces would take many times the memory of the text. Past a bound they are copied into one string, once.
 */
export interface AppendedText {
  readonly length: number;
  /** The pieces as they were copied together, and those that came after. */
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

/** A part of a string keeps all of it in memory, unless it is copied. */
export function copyText(part: string): string {
  return JSON.parse(JSON.stringify(part)) as string;
}
