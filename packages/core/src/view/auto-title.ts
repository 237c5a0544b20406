import { cutAtWord } from "../format/first-line.ts";

const MOST_WORDS = 6;
const MOST_CHARACTERS = 50;

/**
 * A session's title from what was said first: six words, at most fifty characters, cut at a word and marked where more
 * was said. The forty characters of another origin are left: fifty hold six words of usual length, and lists cut by
 * width anyway. Empty where nothing was said.
 */
export function autoTitle(text: string): string {
  let title = "";
  let count = 0;
  for (const [word] of text.matchAll(/\S+/g)) {
    const longer = title === "" ? word : `${title} ${word}`;
    if (title === "" && longer.length > MOST_CHARACTERS) return cutAtWord(word, MOST_CHARACTERS);
    if (++count > MOST_WORDS || longer.length > MOST_CHARACTERS) return withEllipsis(title);
    title = longer;
  }
  return title;
}

/** A mark that ends a sentence or a part of one goes; the ellipsis has to fit too. */
function withEllipsis(title: string): string {
  const marked = `${title.replace(/[\s.,;:!?–—-]+$/u, "")}…`;
  return marked.length > MOST_CHARACTERS ? cutAtWord(marked.slice(0, -1), MOST_CHARACTERS - 1) : marked;
}
