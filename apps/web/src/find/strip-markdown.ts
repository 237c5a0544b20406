/** Markdown as plain text, without the syntax of headings, lists, links and emphasis. */
export function stripMarkdown(text: string): string {
  return text
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|```\S*|\|?[ \t]*:?-{3,}[-:| \t]*$)(?=\s|$)/gm, "")
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replace(/\*\*|~~|`/g, "")
    .replace(/[ \t]*\|[ \t]*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
