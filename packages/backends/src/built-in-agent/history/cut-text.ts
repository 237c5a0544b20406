/** A text that may be long, with its middle left out: how it began and how it ended tell most. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil((most * 2) / 3);
  const left = text.length - most;
  return `${whole(text.slice(0, head))}\n[… ${left} characters left out …]\n${whole(text.slice(head + left))}`;
}

/** Half a character at either end is no character. */
function whole(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "").replace(/^[\uDC00-\uDFFF]/, "");
}
