import type { PolylogEvent } from "@polylog/core";

/**
 * The searchable texts of a log, and how they are split into words. The index and the snippets use the same words, so that
 * the snippets mark exactly the matches.
 */

const maxText = 256 * 1024;
const maxWord = 64;
const maxWords = 32;

/** The types of events that are indexed. */
export const searchableTypes = ["user_message", "text_done", "title"] as const;

export function searchableText(event: PolylogEvent): string | null {
  switch (event.type) {
    case "user_message":
      return event.hidden === true ? null : event.text.slice(0, maxText);
    case "text_done":
      return event.text.slice(0, maxText);
    case "title":
      return event.title.slice(0, maxText);
    default:
      return null;
  }
}

export interface Word {
  /** In the form used for comparison: without case and accents. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

// Scripts without spaces: each character is a word, and a query of several characters is a phrase.
const word =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]]+/gv;
const plain = /^[\x20-\x7e\s]*$/;

export function wordsOf(source: string): Word[] {
  const words: Word[] = [];
  for (const match of source.matchAll(word)) {
    const [found] = match;
    const text = folded(found).slice(0, maxWord);
    if (text !== "") words.push({ text, start: match.index, end: match.index + found.length });
  }
  return words;
}

/** Without case and accents, so that «cafe» finds «Café». */
export function folded(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase();
}

/** The parts of a list filter, each of which the title or path must contain. */
export function piecesOf(query: string): string[] {
  return folded(query)
    .split(/\s+/u)
    .filter((piece) => piece !== "")
    .slice(0, maxWords);
}

const ascii = /^[\t\n\r\x20-\x7e]*$/;
/** A word that is truncated. */
const longWord = new RegExp(`[a-z0-9]{${maxWord + 1}}`, "i");

/** A text in the form for the index: only its words, without anything that could be index syntax. */
export function indexText(text: string): string {
  // The index splits such a text in the same way.
  if (ascii.test(text) && !longWord.test(text)) return text;
  return wordsOf(text)
    .map((found) => found.text)
    .join(" ");
}

/** Consecutive words. */
export type Phrase = readonly string[];

/** The phrases of a query, all of which must match. The last word may be unfinished. Empty if the query has no words. */
export function phrasesOf(query: string): Phrase[] {
  let left = maxWords;
  return query
    .slice(0, maxText)
    .split(/\s+/u)
    .flatMap((chunk) => {
      const words = wordsOf(chunk)
        .slice(0, left)
        .map((found) => found.text);
      left -= words.length;
      return words.length === 0 ? [] : [words];
    });
}

/** The query for FTS5. Its words contain only letters and digits, and are quoted as well. */
export function matchExpression(phrases: readonly Phrase[]): string {
  return `${phrases.map((phrase) => `"${phrase.join(" ")}"`).join(" ")}*`;
}

/** The index of the first occurrence of a phrase in the words; -1 if none. */
export function findPhrase(words: readonly Word[], phrase: Phrase, unfinished: boolean): number {
  const last = phrase.length - 1;
  return words.findIndex((_, at) =>
    phrase.every((wanted, step) => {
      const found = words[at + step]?.text;
      return unfinished && step === last ? found?.startsWith(wanted) === true : found === wanted;
    }),
  );
}
