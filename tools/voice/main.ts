import { writeFileSync } from "node:fs";
import path from "node:path";
import { countHits, formatHit, formatKnown, KNOWN_FILE, nextKnown, voiceFaults } from "./baseline.ts";
import { findHits } from "./find.ts";
import { knownHits } from "./known.ts";

const root = path.resolve(import.meta.dirname, "../..");
const [mode, below = ""] = process.argv.slice(2);
const hits = findHits(root);

if (mode === "--list") {
  const byFile = Map.groupBy(
    hits.filter(({ file }) => file.startsWith(below)),
    ({ file }) => file,
  );
  for (const [file, found] of [...byFile].toSorted(([, a], [, b]) => b.length - a.length)) {
    console.log(`\n${file}: ${found.length}`);
    for (const hit of found) console.log(formatHit(hit));
  }
} else {
  const known = mode === "--write-known" ? nextKnown(countHits(hits), knownHits) : knownHits;
  if (known !== knownHits) writeFileSync(path.join(root, KNOWN_FILE), formatKnown(known));
  const faults = voiceFaults(hits, known);
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
