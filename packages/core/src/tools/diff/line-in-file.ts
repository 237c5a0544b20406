/**
 * The line on which a replaced text begins in its file, before or after the change; null if neither text determines the
 * position.
 */
export function lineInFile(file: string, oldText: string, newText: string): number | null {
  const after = onlyPlace(file, newText);
  const before = onlyPlace(file, oldText);
  const place = after ?? before;
  if (place === null || (after !== null && before !== null && !overlap(after, newText, before, oldText))) {
    return null;
  }
  let line = 1;
  for (let at = file.indexOf("\n"); at !== -1 && at < place; at = file.indexOf("\n", at + 1)) line++;
  return line;
}

function onlyPlace(file: string, text: string): number | null {
  const at = text === "" ? -1 : file.indexOf(text);
  return at === -1 || file.indexOf(text, at + 1) !== -1 ? null : at;
}

function overlap(a: number, first: string, b: number, second: string): boolean {
  return a < b + second.length && b < a + first.length;
}
