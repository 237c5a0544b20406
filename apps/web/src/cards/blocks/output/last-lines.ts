/** The last lines of a text, and how many stand before them. A newline at its end begins no line. */
export function lastLines(text: string, most: number): { readonly before: number; readonly tail: string } {
  const end = text.endsWith("\n") ? text.length - 1 : text.length;
  let from = end;
  for (let lines = 0; lines < most; lines++) {
    from = from <= 0 ? -1 : text.lastIndexOf("\n", from - 1);
    if (from === -1) return { before: 0, tail: text };
  }
  let before = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < from; at = text.indexOf("\n", at + 1)) before++;
  return { before, tail: text.slice(from + 1) };
}
