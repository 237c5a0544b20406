import type { Dialect } from "./dialect.ts";

/** All dialects, one per line. */
export const dialects: readonly Dialect[] = [];
