import { enableCompileCache } from "node:module";
import os from "node:os";
import path from "node:path";

// Caches compiled sources across starts. Modules imported before this line are not cached.
enableCompileCache(compileCacheFolder(process.env));
const { endQuietlyOnClosedPipe, Output } = await import("./output.ts");
const { runProgram } = await import("./program.ts");

endQuietlyOnClosedPipe();
const args = process.argv.slice(2);
const end = args.indexOf("--");
const output = new Output(args.slice(0, end === -1 ? undefined : end).includes("--json"));
const code = await runProgram(args, process.env, output);
// A handle that an agent or a connection left open must not keep the process alive.
process.stdout.write("", () => process.exit(code));

/** In the user's own cache, because code in a world-writable folder must not run. */
function compileCacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CACHE_HOME: cache = "" } = env;
  return path.join(path.isAbsolute(cache) ? cache : path.join(os.homedir(), ".cache"), "polylog", "compiled");
}
