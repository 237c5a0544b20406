/** A search pattern as people write it. Null if it is invalid. */
export function searchPattern(pattern: string, ignoreCase: boolean, multiline: boolean): RegExp | null {
  // Other engines accept flags in front of the pattern.
  const [, letters = "", rest = pattern] = /^\(\?([ims]+)\)(.*)$/s.exec(pattern) ?? [];
  const flags = `${ignoreCase || letters.includes("i") ? "i" : ""}${multiline ? "gms" : ""}`;
  for (const unicode of ["u", ""]) {
    try {
      return new RegExp(rest, flags + unicode);
    } catch {
      // Without `u`, more is allowed, such as unnecessary escapes.
    }
  }
  return null;
}
