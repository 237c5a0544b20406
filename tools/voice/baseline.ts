import type { Hit } from "./find.ts";

/** How many hits of each phrase a file has, by the phrase's name. */
export type HitCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const KNOWN_FILE = "tools/voice/known.ts";

export function countHits(hits: readonly Hit[]): HitCounts {
  const counts: Record<string, Record<string, number>> = {};
  for (const { file, phrase } of hits) {
    counts[file] = { ...counts[file], [phrase.name]: at(counts, file, phrase.name) + 1 };
  }
  return counts;
}

/** Every hit of a phrase that a file has more often than is known, and every count that is known too high. */
export function voiceFaults(hits: readonly Hit[], known: HitCounts): string[] {
  const counts = countHits(hits);
  const tooMany = hits.filter(({ file, phrase: { name } }) => at(counts, file, name) > at(known, file, name));
  const tooHigh = entriesOf(known).filter(({ file, name, count }) => at(counts, file, name) < count);
  return [
    ...tooMany.map((hit) => {
      const { file, phrase } = hit;
      const left = at(known, file, phrase.name);
      return left === 0
        ? formatHit(hit)
        : `${formatHit(hit)} (${at(counts, file, phrase.name)}, known: ${left})`;
    }),
    ...tooHigh.map(
      ({ file, name, count }) =>
        `${KNOWN_FILE}: ${file} has "${name}" ${at(counts, file, name)} times, not ${count}; run node tools/voice/main.ts --write-known`,
    ),
  ];
}

export function formatHit({ file, line, text, phrase }: Hit): string {
  return `${file}:${line}: "${text}": ${phrase.why}; write ${phrase.use}`;
}

/**
 * The counts to write: they only fall. What a phrase has lost elsewhere is taken over by files that have more of it, so
 * that text can move. An empty list takes all.
 */
export function nextKnown(counts: HitCounts, known: HitCounts): HitCounts {
  if (Object.keys(known).length === 0) return counts;
  const lost = new Map<string, number>();
  for (const { file, name, count } of entriesOf(known)) {
    lost.set(name, (lost.get(name) ?? 0) + Math.max(0, count - at(counts, file, name)));
  }
  const next: Record<string, Record<string, number>> = {};
  for (const { file, name, count } of entriesOf(counts)) {
    const before = at(known, file, name);
    const moved = Math.min(Math.max(0, count - before), lost.get(name) ?? 0);
    lost.set(name, (lost.get(name) ?? 0) - moved);
    const kept = Math.min(count, before) + moved;
    if (kept > 0) next[file] = { ...next[file], [name]: kept };
  }
  return next;
}

/** The source of the list: a line for each file. */
export function formatKnown(counts: HitCounts): string {
  const lines = Object.entries(counts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, ofFile]) => `  ${JSON.stringify(file)}: ${JSON.stringify(ofFile)},`);
  return [
    "// biome-ignore-all format: a line for each file, written by `node tools/voice/main.ts --write-known`",
    'import type { HitCounts } from "./baseline.ts";',
    "",
    "/** Hits that are left to rewrite. Add none: the check fails when a count rises, or is higher than it has to be. */",
    "export const knownHits: HitCounts = {",
    ...lines,
    "};",
    "",
  ].join("\n");
}

function at(counts: HitCounts, file: string, name: string): number {
  return counts[file]?.[name] ?? 0;
}

function entriesOf(counts: HitCounts): { file: string; name: string; count: number }[] {
  return Object.entries(counts).flatMap(([file, ofFile]) =>
    Object.entries(ofFile).map(([name, count]) => ({ file, name, count })),
  );
}
