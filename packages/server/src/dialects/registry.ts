import type { Dialect } from "./dialect.ts";

/** Every dialect, one line each. */
export const dialects: readonly Dialect[] = [];
