// biome-ignore-all format: a line for each file, written by `node tools/voice/main.ts --write-known`
import type { HitCounts } from "./baseline.ts";

/** Hits that are left to rewrite. Add none: the check fails when a count rises, or is higher than it has to be. */
export const knownHits: HitCounts = {
};
