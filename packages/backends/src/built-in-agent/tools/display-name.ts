/** A file's name in one line: one with line ends in it would look like several. */
export function displayName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\x00-\x1f\x7f\u2028\u2029]/.test(name) ? JSON.stringify(name) : name.toWellFormed();
}
