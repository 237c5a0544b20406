import path from "node:path";
import { type AgentConnection, type PolylogEvent, parseEvent } from "@polylog/core";
import { onTestFinished } from "vitest";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { EventStore } from "../../../src/store/store.ts";
import { temporaryFolder } from "./home.ts";
import { openPieces, type Pieces } from "./pieces.ts";
import { playedBackend } from "./played-agent.ts";

export interface Played extends Pieces {
  readonly folder: string;
}

/**
 * The parts of a server whose agents are controlled by the test. A server that dies during the test is not
 * stopped at the end.
 */
export async function openPlayed(
  start: (count: number) => Promise<AgentConnection>,
  more: {
    readonly folder?: string;
    readonly mortal?: (store: EventStore) => EventStore;
    /** Wraps the store with different behavior. */
    readonly breaking?: (store: EventStore) => EventStore;
    readonly steers?: boolean;
  } = {},
): Promise<Played> {
  const { folder = temporaryFolder(), mortal, breaking, steers = true } = more;
  const store = openSqliteStore(path.join(folder, "polylog.db"));
  const used = (mortal ?? breaking)?.(store) ?? store;
  const pieces = await openPieces({ folder, store: used, backend: playedBackend(start, steers) });
  onTestFinished(async () => {
    if (mortal === undefined) {
      await pieces.services.actors.stop();
      await pieces.log.close();
    }
    await store.close();
  });
  return { ...pieces, folder };
}

/** All events of a session, each as soon as it is published; `when` resolves with the first match. */
export function watch({ hub }: Pieces, sessionId: string) {
  const events: PolylogEvent[] = [];
  const waiting = new Set<() => void>();
  const listening = hub.listen(
    { kind: "session", sessionId, rev: 1, after: 0 },
    {
      deliver: ({ line }) => {
        const parsed = parseEvent(line);
        if (parsed.ok) events.push(parsed.event);
        for (const check of [...waiting]) check();
        return true;
      },
      caughtUp: () => undefined,
      changed: () => undefined,
      lost: () => undefined,
    },
  );
  onTestFinished(() => listening.stop());
  const when = (isIt: (event: PolylogEvent) => boolean) =>
    new Promise<PolylogEvent>((resolve) => {
      const check = () => {
        const found = events.find(isIt);
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  return { events, when };
}

export function isEndOf(id: string | undefined): (event: PolylogEvent) => boolean {
  return (event) => event.type === "run_ended" && event.runId === id;
}
