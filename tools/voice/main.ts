import path from "node:path";
import { findHits, formatHit } from "./find.ts";

const hits = findHits(path.resolve(import.meta.dirname, "../.."));
for (const hit of hits) console.log(formatHit(hit));
process.exitCode = hits.length === 0 ? 0 : 1;
