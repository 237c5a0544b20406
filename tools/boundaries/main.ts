import path from "node:path";
import { checkBoundaries } from "./check.ts";
import { formatViolation } from "./violation.ts";

const { fileCount, violations } = checkBoundaries(path.resolve(import.meta.dirname, "../.."));
for (const violation of violations) console.log(formatViolation(violation));
console.log(`${fileCount} files, ${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;
