/** A pattern as people write it for a search. Null if it is none. */
export function searchPattern(pattern: string, ignoreCase: boolean, multiline: boolean): RegExp | null {
  // Other engines take flags in front of the pattern.
  const [, letters = "", rest = pattern] = /^\(\?([ims]+)\)(.*)$/s.exec(pattern) ?? [];
  const flags = `${ignoreCase || letters.includes("i") ? "i" : ""}${multiline ? "gms" : ""}`;
  for (const unicode of ["u", ""]) {
    try {
      return new RegExp(rest, flags + unicode);
    } catch {
      // Without `u` more is allowed, such as an escape that is not needed.
    }
  }
  return null;
}
