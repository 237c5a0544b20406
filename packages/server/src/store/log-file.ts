import path from "node:path";

/** The path of a home's log. */
export const logFile = (home: string): string => path.join(home, "polylog.db");
