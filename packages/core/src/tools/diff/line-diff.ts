/** One step from an old text to a new one. */
export interface DiffStep {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Limits of the search. Beyond them the changed part is shown as "all removed, all added", which is always correct. */
const mostEdits = 1000;
const mostWork = 4_000_000;

/** The shortest edit from the old lines to the new ones: E. Myers, "An O(ND) Difference Algorithm", 1986. */
export function lineDiff(
  oldLines: readonly string[],
  newLines: readonly string[],
  work: number = mostWork,
): readonly DiffStep[] {
  const shorter = Math.min(oldLines.length, newLines.length);
  let head = 0;
  while (head < shorter && oldLines[head] === newLines[head]) head++;
  let tail = 0;
  while (tail < shorter - head && oldLines.at(-1 - tail) === newLines.at(-1 - tail)) tail++;
  const oldPart = oldLines.slice(head, oldLines.length - tail);
  const newPart = newLines.slice(head, newLines.length - tail);
  return [
    ...oldLines.slice(0, head).map(same),
    ...(shortestWay(oldPart, newPart, work) ?? [...oldPart.map(removed), ...newPart.map(added)]),
    ...oldLines.slice(oldLines.length - tail).map(same),
  ];
}

function same(text: string): DiffStep {
  return { kind: "same", text };
}

function added(text: string): DiffStep {
  return { kind: "added", text };
}

function removed(text: string): DiffStep {
  return { kind: "removed", text };
}

function shortestWay(
  oldLines: readonly string[],
  newLines: readonly string[],
  work: number,
): readonly DiffStep[] | null {
  const numbers = new Map<string, number>();
  const rounds = search(numbered(oldLines, numbers), numbered(newLines, numbers), work);
  return rounds === null ? null : walkBack(oldLines, newLines, rounds);
}

/** Equal lines get equal numbers, so that the search compares only numbers. */
function numbered(lines: readonly string[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(lines, (line) => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  });
}

/**
 * For each number of edits, how far into the old text each diagonal reaches; the last round reaches both ends. Round `d` holds
 * the diagonals -d … d (old position minus new position).
 */
function search(a: Int32Array, b: Int32Array, work: number): readonly Int32Array[] | null {
  const most = Math.min(a.length + b.length, mostEdits);
  const reach = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const rounds: Int32Array[] = [];
  let left = work;
  for (let edits = 0; edits <= most && left >= 0; edits++) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOf(reach, middle + diagonal, diagonal, edits);
      let y = x - diagonal;
      const from = x;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++;
        y++;
      }
      left -= x - from + 1;
      reach[middle + diagonal] = x;
      if (x >= a.length && y >= b.length) {
        rounds.push(reach.slice(middle - edits, middle + edits + 1));
        return rounds;
      }
    }
    rounds.push(reach.slice(middle - edits, middle + edits + 1));
  }
  return null;
}

function startOf(reach: Int32Array, slot: number, diagonal: number, edits: number): number {
  const below = reach[slot - 1] as number;
  const above = reach[slot + 1] as number;
  return diagonal === -edits || (diagonal !== edits && below < above) ? above : below + 1;
}

function walkBack(
  oldLines: readonly string[],
  newLines: readonly string[],
  rounds: readonly Int32Array[],
): readonly DiffStep[] {
  const steps: DiffStep[] = [];
  let x = oldLines.length;
  let y = newLines.length;
  for (let edits = rounds.length - 1; edits > 0; edits--) {
    const before = rounds[edits - 1] as Int32Array;
    const diagonal = x - y;
    const at = (other: number): number => before[other + edits - 1] ?? -1;
    const down = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const fromX = down ? at(diagonal + 1) : at(diagonal - 1);
    const fromY = fromX - (down ? diagonal + 1 : diagonal - 1);
    const landX = down ? fromX : fromX + 1;
    while (x > landX) {
      steps.push(same(oldLines[--x] as string));
      y--;
    }
    if (down) steps.push(added(newLines[--y] as string));
    else steps.push(removed(oldLines[--x] as string));
    x = fromX;
    y = fromY;
  }
  while (x > 0) steps.push(same(oldLines[--x] as string));
  return steps.reverse();
}
