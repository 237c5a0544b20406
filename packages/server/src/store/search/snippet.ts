import { findPhrase, type Phrase, type Word, wordsOf } from "./search-text.ts";

/** The length of text around the first match. */
const before = 40;
const length = 160;

const open = "\ue000";
const close = "\ue001";
const marks = /[\ue000\ue001]/g;

/** The text around the match, with matches marked. Null if the text does not contain every phrase. */
export function snippetOf(whole: string, phrases: readonly Phrase[]): string | null {
  // The text is untrusted, so its own marks must not look like Polylog's.
  const text = whole.replace(marks, " ");
  const words = wordsOf(text);
  const found: { from: number; count: number }[] = [];
  for (const [index, phrase] of phrases.entries()) {
    const from = findPhrase(words, phrase, index === phrases.length - 1);
    if (from === -1) return null;
    found.push({ from, count: phrase.length });
  }
  const first = Math.min(...found.map(({ from }) => from));
  const marked = new Set(
    found.flatMap(({ from, count }) => Array.from({ length: count }, (_, step) => from + step)),
  );
  return cut(text, words, first, marked);
}

function cut(text: string, words: readonly Word[], first: number, marked: ReadonlySet<number>): string {
  const earliest = (words[first]?.start ?? 0) - before;
  const from = words.findIndex((word) => word.start >= earliest);
  const start = from === 0 ? 0 : (words[from]?.start ?? 0);
  let result = start === 0 ? "" : "…";
  let end = start;
  for (let at = from; at < words.length; at++) {
    const word = words[at] as Word;
    if (word.end > start + length && at > first) break;
    const shown = text.slice(word.start, Math.min(word.end, word.start + length)).toWellFormed();
    result += spaced(text.slice(end, word.start)) + (marked.has(at) ? `${open}${shown}${close}` : shown);
    end = word.end;
  }
  const rest = spaced(text.slice(end, end + length)).trimEnd();
  const isWhole = end + length >= text.length && !wordsOf(text.slice(end)).length;
  return (isWhole ? result + rest : `${result}…`).trimStart();
}

function spaced(gap: string): string {
  const flat = gap.replace(/\s+/gu, " ");
  // A long line of dashes between two words is omitted.
  return flat.length <= before ? flat : " … ";
}
