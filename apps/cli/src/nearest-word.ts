/** The known word closest to a typo, or null. */
export function nearestWord(typed: string, known: readonly string[]): string | null {
  const near = known
    .map((word) => ({ word, steps: stepsBetween(typed.toLowerCase(), word) }))
    .filter(({ word, steps }) => steps <= Math.max(1, Math.floor(Math.min(word.length, typed.length) / 3)))
    .sort((one, other) => one.steps - other.steps);
  return near[0]?.word ?? null;
}

/** The edit distance: insertions, deletions, substitutions and swaps of neighbors. */
function stepsBetween(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= from.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const ways = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
      ];
      if (isSwapped) ways.push(at(row - 2, column - 2) + 1);
      rows[row]?.push(Math.min(...ways));
    }
  }
  return at(from.length, to.length);
}
