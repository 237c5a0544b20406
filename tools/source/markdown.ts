/** A document's prose on its own lines: code and link targets are blanked out. */
export function proseOf(markdown: string): string {
  return markdown.replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)/g, (code) => code.replace(/[^\n]/g, "_"));
}
