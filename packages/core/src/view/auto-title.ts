import { cutAtWord } from "./first-line.ts";

const MOST_WORDS = 6;
const MOST_CHARACTERS = 50;

/**
 * A session's title from what was said first: six words, at most fifty characters, cut at a word. The forty
 * characters of another origin are left: fifty hold six words of usual length, and lists cut by width anyway.
 * Empty where nothing was said.
 */
export function autoTitle(text: string): string {
  let title = "";
  let count = 0;
  for (const [word] of text.matchAll(/\S+/g)) {
    if (++count > MOST_WORDS) break;
    const longer = title === "" ? word : `${title} ${word}`;
    if (longer.length > MOST_CHARACTERS) return title === "" ? cutAtWord(word, MOST_CHARACTERS) : title;
    title = longer;
  }
  return title;
}
