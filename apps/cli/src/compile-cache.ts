import os from "node:os";
import path from "node:path";

/** In the user's own cache: what is in a folder that all may write to must not be run. */
export function compileCacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CACHE_HOME: cache = "" } = env;
  return path.join(path.isAbsolute(cache) ? cache : path.join(os.homedir(), ".cache"), "polylog", "compiled");
}
