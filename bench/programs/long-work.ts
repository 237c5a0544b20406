import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { PolylogEvent } from "@polylog/core";
import { serializeEvent } from "@polylog/core";
import { openSqliteStore } from "@polylog/server";
import { answer } from "../program.ts";
import { codingSession } from "../workload/coding-session.ts";
import { received } from "../workload/lines.ts";
import { newHome, startPolylog } from "./polylog-server.ts";

/** The server as it is shipped, with one session of many events that was never compacted. */
const [length = ""] = process.argv.slice(2);
const home = newHome();
const project = newHome();
const { sessionId, head } = await writeSession();
const { url, token } = await startPolylog({ home });

/** The longest turn of the event loop: in wall-clock time, and in processor time of the thread. */
let longest = { clock: 0, processor: 0 };

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function watch(at = performance.now(), used = processorMs()): void {
  setTimeout(() => {
    const [now, usedNow] = [performance.now(), processorMs()];
    longest = {
      clock: Math.max(longest.clock, now - at),
      processor: Math.max(longest.processor, usedNow - used),
    };
    watch(now, usedNow);
  }, 1);
}
watch();

answer({
  about: () => ({ url, token, project, sessionId, head }),
  /** Forgets the turns so far. */
  watch: () => {
    globalThis.gc?.();
    setTimeout(() => {
      longest = { clock: 0, processor: 0 };
    }, 1);
  },
  longest: async () => {
    // Work that follows an answer, such as the removal of rows, counts too.
    await pause(2000);
    return longest;
  },
});

async function writeSession(): Promise<{ sessionId: string; head: number }> {
  const events = received(codingSession(Number(length), 1));
  const { sessionId } = events[0] as PolylogEvent;
  const store = openSqliteStore(path.join(home, "polylog.db"));
  await store.commit({ created: [{ sessionId, projectRoot: project, agentId: "script", createdTs: 0 }] });
  const summary = {
    ...{ title: "Long", status: "idle" as const, agentId: "script", model: null, queued: 0, pendingAsks: 0 },
    ...{ costUsd: 0, costComplete: true, updatedTs: 0 },
  };
  for (let head = 0; head < events.length; head += 500) {
    const some = events.slice(head, head + 500).map((event) => ({ event, line: serializeEvent(event) }));
    await store.commit({ appends: [{ sessionId, rev: 1, head, events: some, summary, drops: [] }] });
  }
  await store.close();
  return { sessionId, head: events.length };
}
