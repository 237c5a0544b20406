/** A file name on one line: line breaks in it would make it look like several names. */
export function displayName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for them
  return /[\x00-\x1f\x7f\u2028\u2029]/.test(name) ? JSON.stringify(name) : name.toWellFormed();
}
