import type { Client, SessionRow } from "@polylog/client";
import { type Conversation, emptyConversation, foldAll, type PolylogEvent, parseEvent } from "@polylog/core";
import type { EventStore } from "@polylog/server";
import { CliError, noSession } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { findServer } from "../server/find-server.ts";
import { retryWhileHeld } from "../server/retry-while-held.ts";
import { idsOf, resolveId, sessionsOf } from "./resolve-id.ts";
import { withStore } from "./with-store.ts";

/** Reads sessions from the running server, or directly from the log if no server runs. */
export interface SessionReader {
  /** Latest first, with or without archived sessions. */
  sessions(which?: "all"): AsyncIterable<SessionRow>;
  /** A session's log, line by line as stored. */
  lines(sessionId: string): AsyncIterable<string>;
  /** A session's log, followed by the large outputs that it refers to. */
  exported(sessionId: string): AsyncIterable<string>;
}

const PAGE = 200;
/** Marks the lines of an export that are not events. */
const OUTPUT = '{"blob":';

export function readSessions<T>(context: Context, work: (reader: SessionReader) => Promise<T>): Promise<T> {
  return retryWhileHeld(async () => {
    const client = await findServer(context);
    if (client !== null) return work(throughServer(client)).finally(() => client.close());
    // Reading must not create a home.
    const { hasLog } = await import("@polylog/server");
    if (!hasLog(context.home)) return work(nothing);
    return withStore(context.home, (store) => work(fromStore(store, context.home)));
  });
}

/** Reads one session, by its id or a prefix of it. */
export function readSession<T>(
  context: Context,
  given: string,
  work: (reader: SessionReader, sessionId: string) => Promise<T>,
): Promise<T> {
  return readSessions(context, async (reader) =>
    work(reader, await resolveId("session", given, idsOf(reader.sessions("all")))),
  );
}

/** A session's log, folded. */
export async function readConversation(reader: SessionReader, sessionId: string): Promise<Conversation> {
  const events: PolylogEvent[] = [];
  for await (const line of reader.lines(sessionId)) {
    const parsed = parseEvent(line);
    if (!parsed.ok) throw unreadable(parsed.error.reason);
    events.push(parsed.event);
  }
  return foldAll(emptyConversation, events);
}

function unreadable(reason: string): CliError {
  const message = `The log contains an invalid event: ${reason}. "polylog export" prints the raw lines.`;
  return new CliError("broken", message);
}

function throughServer(client: Client): SessionReader {
  return {
    sessions: (which) => sessionsOf(client, which === "all" ? {} : { archived: false }),
    async *lines(sessionId) {
      const whole = await client.events.export({ sessionId, format: "jsonl" });
      for (let from = 0; from < whole.length && !whole.startsWith(OUTPUT, from); ) {
        const end = whole.indexOf("\n", from);
        yield whole.slice(from, end === -1 ? undefined : end);
        from = end === -1 ? whole.length : end + 1;
      }
    },
    async *exported(sessionId) {
      yield await client.events.export({ sessionId, format: "jsonl" });
    },
  };
}

function fromStore(store: EventStore, home: string): SessionReader {
  return {
    async *sessions(which) {
      const archived = which === "all" ? undefined : false;
      for (let cursor: string | undefined; ; ) {
        const page = await store.sessions({ archived, limit: PAGE, cursor });
        yield* page.items.map(({ head, ...row }) => ({ ...row, seq: head }));
        if (page.cursor === null) return;
        cursor = page.cursor;
      }
    },
    async *lines(sessionId) {
      if ((await store.session(sessionId)) === null) throw noSession();
      for (let after = 0; ; ) {
        const page = await store.events(sessionId, after, PAGE);
        const last = page.at(-1);
        if (last === undefined) return;
        yield* page.map(({ line }) => line);
        after = last.seq;
      }
    },
    async *exported(sessionId) {
      if ((await store.session(sessionId)) === null) throw noSession();
      const { blobFolder, exportLines } = await import("@polylog/server");
      yield* exportLines(store, sessionId, blobFolder(home));
    },
  };
}

const nothing: SessionReader = {
  async *sessions() {},
  // biome-ignore lint/correctness/useYield: there is nothing to yield.
  async *lines() {
    throw noSession();
  },
  // biome-ignore lint/correctness/useYield: there is nothing to yield.
  async *exported() {
    throw noSession();
  },
};
