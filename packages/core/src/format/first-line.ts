/** The first line that is not empty, cut at a word to fit. */
export function firstLine(text: string, most = 80): string {
  const start = text.trimStart().slice(0, most * 4);
  const line = start.split("\n", 1)[0] ?? "";
  return cutAtWord(line.trimEnd(), most);
}

export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, wholeCharacters(text, most - 1));
  const space = head.lastIndexOf(" ");
  return `${(space > most / 2 ? head.slice(0, space) : head).trimEnd().toWellFormed()}…`;
}

/** How much to keep of the first `end` units without splitting a character. */
function wholeCharacters(text: string, end: number): number {
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? "") ? end - 1 : end;
}
