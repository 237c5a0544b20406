import { writeSync } from "node:fs";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import { append, appendOf, newSession, say } from "../write-log.ts";

/** Writes an endless session: prints a line for each batch that is on disk. */

const [file = ""] = process.argv.slice(2);
const store = openSqliteStore(file);
await store.commit({ created: [newSession("kept")] });
await append(store, "kept", [say("kept")]);

async function* batches() {
  for (let head = 0; ; head += 2) {
    const bodies = [say(`staged ${head}`), { type: "run_started", runId: `r${head}` } as const];
    yield appendOf("staged", bodies, { head }).events;
    writeSync(1, `batch ${head}\n`);
  }
}

await store.writeSession({ sessionId: "staged", batches: batches(), finish: () => Promise.reject() });
