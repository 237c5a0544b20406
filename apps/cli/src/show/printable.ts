/**
 * Agents' words may hold escape sequences that repaint a terminal or lie about what stands there. Nothing that is not
 * a visible character gets through.
 */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const unseenInText = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** One line of it. */
export function printable(line: string): string {
  return line.replace(/[\r\n\t]+/g, " ").replace(unseen, "");
}

/** Several lines. */
export function printableText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(unseenInText, "");
}
