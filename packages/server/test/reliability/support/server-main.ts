import { readFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { createInterface } from "node:readline";
import { createLogger } from "../../../src/http/logger.ts";
import { startServer } from "../../../src/start-server.ts";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { EventStore } from "../../../src/store/store.ts";
import { StoreError } from "../../../src/store/store-error.ts";
import { wrapStore } from "./wrapped-store.ts";

/**
 * A server as a program: prints its address, then runs until it is killed or its input ends. A line of its
 * input moves its clock by a number of milliseconds, names a session whose writes fail from now on, or runs
 * its scheduler.
 */

const [home = ""] = process.argv.slice(2);
const clock = Date.now;
let offset = 0;
let broken: string | undefined;
Date.now = () => clock() + offset;

function openStore(file: string): EventStore {
  const store = openSqliteStore(file);
  return wrapStore(store, {
    commit: async (work) => {
      if (!work.appends?.some(({ sessionId }) => sessionId === broken)) return store.commit(work);
      throw new StoreError("broken", "A page cannot be read.", { sessionId: broken });
    },
  });
}

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
try {
  const { url, tokenFile, close, services } = await startServer({
    ...{ home, host: "127.0.0.1", port: 0, version: "test", env: {}, openStore },
    logger: createLogger("warn"),
  });
  say({ url, token: readFileSync(tokenFile, "utf8") });
  // A killed program would not write its compile cache for the next start.
  flushCompileCache();
  const input = createInterface({ input: process.stdin });
  input.on("line", async (line) => {
    const [what, value] = line.split(" ");
    if (what === "clock") offset = Number(value);
    if (what === "break") broken = value;
    if (what === "look") await services.scheduler.tick();
    say({ done: line });
  });
  const stop = async () => {
    await close();
    process.exit(0);
  };
  input.on("close", stop);
  process.on("SIGTERM", stop);
} catch (error) {
  const { name, message } = error as Error;
  say({ name, message });
  process.exit(1);
}
