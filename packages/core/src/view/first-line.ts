/** The first line that says something, cut at a word so that it fits. */
export function firstLine(text: string, most = 80): string {
  const line = text.trimStart().slice(0, most * 4).split("\n", 1)[0]?.trimEnd() ?? "";
  return cutAtWord(line, most);
}

export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most - 1);
  const space = head.lastIndexOf(" ");
  return `${(space > most / 2 ? head.slice(0, space) : head).trimEnd().toWellFormed()}…`;
}
