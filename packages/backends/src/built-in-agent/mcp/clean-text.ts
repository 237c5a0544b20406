import { stripVTControlCharacters } from "node:util";
import { limits } from "./limits.ts";

/**
 * Cleans texts from servers, which people and models read as if they were Polylog's: no hidden characters, bounded
 * length.
 */

// Control characters except tab and newline, direction marks, zero-width characters and tag characters.
const hidden = /[^\P{Cc}\t\n]|[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

export function cleanText(text: string, most: number): string {
  // Cut a huge text before cleaning it: the rest would be discarded anyway.
  return cut(stripVTControlCharacters(text.slice(0, 4 * most)).replace(hidden, ""), most);
}

/** The same on one line, for a notice. */
export function cleanLine(text: string, most: number = limits.reasonChars): string {
  const oneLine = cleanText(text, 2 * most).replace(/\s+/g, " ");
  return cut(oneLine.trim(), most);
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
