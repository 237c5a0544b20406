import { cutAtWord } from "./first-line.ts";

/** Color and cursor codes are removed as a whole, otherwise their letters would remain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
const terminalCode = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** Controls and bidirectional marks: `cod.exe` must not read as `exe.doc`. */
const hidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Untrusted text as one line of a card: limited in length, and unable to move the cursor, break the line or change the writing
 * direction.
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

/** A path is cut only at an extreme length: a shortened path would name another file. */
export function onePath(path: string): string {
  return oneLine(path, 1000);
}

/** Like `oneLine`; null if the result is empty. */
export function oneLineOrNull(text: string | null, most?: number): string | null {
  return text === null ? null : oneLine(text, most) || null;
}
