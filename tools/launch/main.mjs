import path from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./launch.mjs";
import { forwardSignals } from "./run-child.mjs";

forwardSignals();
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
process.exitCode = await launch({ root, argv: process.argv.slice(2) });
