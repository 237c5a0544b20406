/**
 * How well a name matches the typed text, or null: all letters must occur in order, and matches at the beginning of words score
 * higher.
 */
function scoreOf(typed: string, name: string): number | null {
  const wanted = typed.toLowerCase();
  const lower = name.toLowerCase();
  let score = 0;
  let at = -1;
  for (const letter of wanted) {
    const found = lower.indexOf(letter, at + 1);
    if (found === -1) return null;
    const before = name[found - 1];
    if (found === at + 1) score += 4;
    else if (before === undefined || /[/._\-\s]/.test(before)) score += 3;
    else score -= Math.min(3, (found - at) / 8);
    at = found;
  }
  const base = lower.lastIndexOf("/") + 1;
  if (lower.startsWith(wanted, base)) score += 12;
  return score - name.length / 100;
}

/** The matching names, best first; all in their order if nothing was typed. */
export function fuzzyFind<T>(
  typed: string,
  items: readonly T[],
  nameOf: (item: T) => string,
  most = Number.POSITIVE_INFINITY,
): readonly T[] {
  if (typed === "") return items.slice(0, most);
  return items
    .flatMap((item) => {
      const score = scoreOf(typed, nameOf(item));
      return score === null ? [] : [{ item, score }];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item);
}
