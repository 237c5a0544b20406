import { cutAtWord } from "../format/first-line.ts";

const MOST_WORDS = 6;
const MOST_CHARACTERS = 50;

/**
 * A session's title from its first message: at most six words and fifty characters, cut at a word and marked with an ellipsis
 * if the message is longer. Six words of usual length fit into fifty characters, and lists cut titles by width anyway. Empty
 * without a message.
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

/** Removes punctuation at the end, then makes room for the ellipsis. */
function withEllipsis(title: string): string {
  const marked = `${title.replace(/[\s.,;:!?–—-]+$/u, "")}…`;
  return marked.length > MOST_CHARACTERS ? cutAtWord(marked.slice(0, -1), MOST_CHARACTERS - 1) : marked;
}
