/** A text without its middle if it is too long: the beginning and the end usually matter most. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil((most * 2) / 3);
  const left = text.length - most;
  return `${whole(text.slice(0, head))}\n[… ${left} characters omitted …]\n${whole(text.slice(head + left))}`;
}

/** Removes half of a surrogate pair at either end. */
function whole(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "").replace(/^[\uDC00-\uDFFF]/, "");
}
