import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { EventBody, PolylogEvent } from "@polylog/core";
import { serializeEvent } from "@polylog/core";
import { openSqliteStore } from "@polylog/server";
import { answer } from "../program.ts";
import { codingSession } from "../workload/coding-session.ts";
import { received } from "../workload/lines.ts";
import { newHome, owner, startPolylog } from "./polylog-server.ts";

/**
 * The server as it is shipped, on a log that was written before the start: sessions that went through the log, and
 * one with every single event, as if nothing was ever compacted.
 */
const [length = "", copies = ""] = process.argv.slice(2);
const home = newHome();
const events = received(codingSession(Number(length), 1));
const raw = await writeRaw();
const sessions = await writeSessions();
const { url, token } = await startPolylog({ home });

const lag = monitorEventLoopDelay({ resolution: 1 });

answer({
  about: () => ({ url, token, raw, sessions, head: events.length }),
  /** Starts watching the event loop. */
  watch: () => {
    globalThis.gc?.();
    lag.enable();
    lag.reset();
  },
  /** The longest time in milliseconds for which the event loop was blocked. */
  longest: () => lag.max / 1e6,
});

async function writeRaw(): Promise<string> {
  const store = openSqliteStore(path.join(home, "polylog.db"));
  const { sessionId } = events[0] as PolylogEvent;
  await store.commit({ created: [{ sessionId, projectRoot: home, agentId: "script", createdTs: 0 }] });
  const summary = {
    title: "Raw",
    status: "idle" as const,
    agentId: "script",
    model: null,
    queued: 0,
    pendingAsks: 0,
  };
  for (let head = 0; head < events.length; head += 500) {
    const some = events.slice(head, head + 500).map((event) => ({ event, line: serializeEvent(event) }));
    const costs = { costUsd: 0, costComplete: true, updatedTs: 0 };
    const append = { sessionId, rev: 1, head, events: some, summary: { ...summary, ...costs }, drops: [] };
    await store.commit({ appends: [append] });
  }
  await store.close();
  return sessionId;
}

async function writeSessions(): Promise<string[]> {
  const server = await startPolylog({ home });
  const written: string[] = [];
  for (let copy = 0; copy < Number(copies); copy++) {
    const { sessionId } = await server.services.sessions.create({ projectRoot: home }, owner);
    const actor = await server.services.actors.of(sessionId);
    for (let at = 0; at < events.length; at += 100) {
      await actor.append({ bodies: events.slice(at, at + 100).map(bodyOf), refusable: false });
    }
    written.push(sessionId);
  }
  await server.close();
  return written;
}

function bodyOf({
  id: _id,
  sessionId: _session,
  seq: _seq,
  rev: _rev,
  ts: _ts,
  ...body
}: PolylogEvent): EventBody {
  return body as EventBody;
}
