import { writeSync } from "node:fs";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import { append, newSession, say } from "../write-log.ts";

/** Commits from several writers at once and prints each event's id once its commit has resolved. */

const [file = "", writers = "1", commits = "0"] = process.argv.slice(2);
const store = openSqliteStore(file);

async function write(sessionId: string): Promise<void> {
  if ((await store.session(sessionId)) === null) await store.commit({ created: [newSession(sessionId)] });
  for (let done = 0; commits === "0" || done < Number(commits); done++) {
    const bodies = Array.from({ length: 1 + (done % 3) }, (_, index) => say(`commit ${done} event ${index}`));
    const head = (await store.session(sessionId))?.head ?? 0;
    await append(store, sessionId, bodies);
    // Synchronous: every printed event was acked, even if the process dies immediately afterwards.
    writeSync(1, bodies.map((_, index) => `ack ${sessionId} ${head + index + 1}\n`).join(""));
    await new Promise(setImmediate);
  }
}

await Promise.all(Array.from({ length: Number(writers) }, (_, index) => write(`s${index}`)));
await store.close();
