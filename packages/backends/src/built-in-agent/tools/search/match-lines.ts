import { limits } from "../limits.ts";

export interface FoundLine {
  readonly number: number;
  readonly text: string;
  /** False for a line that is only near a match. */
  readonly isMatch: boolean;
}

export interface LineSearch {
  readonly pattern: RegExp;
  /** A match may span several lines. */
  readonly multiline: boolean;
  /** Lines of context before and after each match. */
  readonly around: number;
}

/** The lines of a text that match a pattern, with the lines around them. */
export function matchLines(text: string, search: LineSearch, most: number): FoundLine[] {
  const lines = text.split("\n");
  const hits = search.multiline
    ? hitsAcross(text, search.pattern, most)
    : hitsIn(lines, search.pattern, most);
  const found: FoundLine[] = [];
  let next = 0;
  for (const hit of hits) {
    for (
      let at = Math.max(next, hit - search.around);
      at <= Math.min(hit + search.around, lines.length - 1);
      at++
    ) {
      found.push({ number: at + 1, text: shortened(lines[at] as string), isMatch: hits.has(at) });
      next = at + 1;
    }
  }
  return found;
}

function hitsIn(lines: readonly string[], pattern: RegExp, most: number): Set<number> {
  const hits = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (hits.size >= most) break;
    const isAfterEnd = index === lines.length - 1 && line === "";
    if (!isAfterEnd && pattern.test(line.endsWith("\r") ? line.slice(0, -1) : line)) hits.add(index);
  }
  return hits;
}

function hitsAcross(text: string, pattern: RegExp, most: number): Set<number> {
  const hits = new Set<number>();
  let [line, counted] = [0, 0];
  for (const match of text.matchAll(pattern)) {
    if (hits.size >= most) break;
    for (; counted < match.index; counted++) if (text[counted] === "\n") line++;
    const ends = match[0].replace(/\n$/, "").split("\n").length;
    for (let at = line; at < line + ends && hits.size < most; at++) hits.add(at);
  }
  return hits;
}

/** A line as it is reported. */
export function shortened(line: string): string {
  const plain = line.endsWith("\r") ? line.slice(0, -1) : line;
  return plain.length > limits.searchLineChars ? `${plain.slice(0, limits.searchLineChars)}[…]` : plain;
}
