import path from "node:path";
import { checkGlossary } from "./check.ts";
import { glossaryExceptions } from "./exceptions.ts";

const faults = checkGlossary(path.resolve(import.meta.dirname, "../.."), glossaryExceptions);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
