/** The chunks of a message, each of which begins with the whole one before it. */
export interface RepeatedChunks {
  readonly first: string;
  readonly last: string;
  /** The longest one that was sent again, by itself or at the beginning of a longer one. */
  readonly repeated: string;
  readonly count: number;
}

/**
 * Whether the chunks repeat the message so far. Nobody says "The", "The quick", "The quick brown" piece by piece. But
 * laughter, numbers and ornaments grow that way, and so do the lines of a figure, each of which begins anew.
 */
export function isRepeat({ first, last, repeated, count }: RepeatedChunks): boolean {
  if (last.length === first.length) return count === 2 && isSentence(repeated);
  if (isRepeatedSyllable(first, last)) return isSentence(first);
  const isWord = countLetters(repeated) >= 2 || /^\p{L}\s/u.test(last);
  return /^\S/u.test(repeated) ? isWord : isSentence(repeated);
}

/** Two words, or as many different letters as only a sentence has where words are not set apart. */
function isSentence(text: string): boolean {
  return /\p{L}\S*[^\S\n]+\S*\p{L}/u.test(text) || countLetters(text) >= 6;
}

/** How many different letters a text has. */
export function countLetters(text: string): number {
  return new Set(text.match(/\p{L}/gu)).size;
}

function isRepeatedSyllable(first: string, last: string): boolean {
  return last.length % first.length === 0 && last === first.repeat(last.length / first.length);
}
