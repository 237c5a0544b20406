/**
 * Agent text may contain escape sequences that repaint a terminal or fake its content. Only visible characters are kept.
 */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const unseenInText = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** As a single line. */
export function printable(line: string): string {
  return line.replace(/[\r\n\t]+/g, " ").replace(unseen, "");
}

/** As several lines. */
export function printableText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(unseenInText, "");
}
