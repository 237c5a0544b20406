/** A piece of Markdown as its reader saw it: without the signs that made it a heading, a list, a link or bold. */
export function stripMarkdown(text: string): string {
  return text
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|```\S*|\|?[ \t]*:?-{3,}[-:| \t]*$)(?=\s|$)/gm, "")
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replace(/\*\*|~~|`/g, "")
    .replace(/[ \t]*\|[ \t]*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
