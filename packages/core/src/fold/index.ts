export { fold, foldAll } from "./fold.ts";
export { compactLog, LogCompactor } from "./log-compaction.ts";
export type { Snapshot } from "./snapshot.ts";
export { fromSnapshot, storeEntry, toSnapshot } from "./snapshot.ts";
