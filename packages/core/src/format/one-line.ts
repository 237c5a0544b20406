import { cutAtWord } from "./first-line.ts";

/** Colour and cursor codes go as a whole, else their letters would stay behind. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about.
const terminalCode = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** Controls, and the marks that turn the direction of writing: `cod.exe` must not read as `exe.doc`. */
const hidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Untrusted text as one line of a card: nothing in it can move the cursor, break the line or turn the direction
 * of writing, and it has an end.
 */
export function oneLine(text: string, most = 200): string {
  const line = text
    .slice(0, most * 4 + 1000)
    .replace(terminalCode, "")
    .replace(/\s+/g, " ")
    .replace(hidden, "")
    .trim();
  return cutAtWord(line, most).toWellFormed();
}

/** A path is cut only where it is absurd: a shorter one would name another file. */
export function onePath(path: string): string {
  return oneLine(path, 1000);
}

/** As `oneLine`; null where nothing is left. */
export function oneLineOrNull(text: string | null, most?: number): string | null {
  return text === null ? null : oneLine(text, most) || null;
}
