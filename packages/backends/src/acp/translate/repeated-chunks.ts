/** The chunks of a message, each of which starts with the whole previous one. */
export interface RepeatedChunks {
  readonly first: string;
  readonly last: string;
  /** The longest chunk that was sent again, alone or at the beginning of a longer one. */
  readonly repeated: string;
  readonly count: number;
}

/**
 * Whether the chunks are cumulative. A sentence never arrives as the pieces "The", "The quick", "The quick brown".
 * But laughter, numbers and ornaments grow that way, and so do the lines of an ASCII figure, which all start the
 * same.
 */
export function isRepeat({ first, last, repeated, count }: RepeatedChunks): boolean {
  if (last.length === first.length) return count === 2 && isSentence(repeated);
  if (isRepeatedSyllable(first, last)) return isSentence(first);
  const isWord = countLetters(repeated) >= 2 || /^\p{L}\s/u.test(last);
  return /^\S/u.test(repeated) ? isWord : isSentence(repeated);
}

/** Two words, or enough different letters to be a sentence in a script without spaces. */
function isSentence(text: string): boolean {
  return /\p{L}\S*[^\S\n]+\S*\p{L}/u.test(text) || countLetters(text) >= 6;
}

/** How many different letters a text contains. */
export function countLetters(text: string): number {
  return new Set(text.match(/\p{L}/gu)).size;
}

function isRepeatedSyllable(first: string, last: string): boolean {
  return last.length % first.length === 0 && last === first.repeat(last.length / first.length);
}
