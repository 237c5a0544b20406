import path from "node:path";

export const logFile = (home: string): string => path.join(home, "polylog.db");
