import path from "node:path";

/** Where a home's log is. */
export const logFile = (home: string): string => path.join(home, "polylog.db");
