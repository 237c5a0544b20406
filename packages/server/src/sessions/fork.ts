import { rm } from "node:fs/promises";
import path from "node:path";
import { type EventBody, parseEvent } from "@polylog/core";
import type { Agents } from "../agents/agents.ts";
import type { Hub } from "../hub/hub.ts";
import { limits } from "../limits.ts";
import { summaryOf } from "../log/session-summary.ts";
import type { SessionModes } from "../permissions/session-modes.ts";
import { PolylogError } from "../polylog-error.ts";
import { endingEvents } from "../runs/settle.ts";
import { blobFolder, copyBlobs } from "../store/blob-files.ts";
import type { EventStore, SessionRow } from "../store/store.ts";
import { inSlices } from "./import/in-slices.ts";
import { Restamp } from "./import/restamp.ts";
import type { SessionActors } from "./session-actors.ts";

export interface ForkOptions {
  readonly store: EventStore;
  readonly hub: Hub;
  readonly home: string;
  readonly agents: Agents;
  readonly actors: SessionActors;
  readonly modes: SessionModes;
  readonly newId: () => string;
  readonly now: () => number;
}

/** Creates a session with another session's history, whose live runs are ended in the fork. Resolves with its id. */
export async function forkSession(
  { store, hub, home, agents, actors, modes, newId, now }: ForkOptions,
  from: SessionRow,
  seq: number | undefined,
): Promise<string> {
  const { sessionId, projectRoot } = from;
  if (seq !== undefined && seq > from.head) {
    throw new PolylogError("bad_request", `seq: no such event. Choose one from 0 to ${from.head}.`, {
      sessionId,
    });
  }
  const created = {
    sessionId: newId(),
    projectRoot,
    agentId: await agents.defaultFor(from),
    createdTs: now(),
    forkedFrom: sessionId,
  };
  const restamp = new Restamp(created.sessionId);
  await copyBlobs(blobFolder(home), sessionId, created.sessionId);
  try {
    const { position } = await store.writeSession({
      sessionId: created.sessionId,
      batches: inSlices(forked(store, from, seq ?? from.head, restamp, now)),
      finish: async () => {
        if ((await store.session(sessionId))?.rev !== from.rev)
          throw new PolylogError("store_conflict", "The session was changed in the meantime. Retry.", {
            sessionId,
          });
        const summary = summaryOf(restamp.conversation, { ...created, title: null }, now());
        return { created, summary, documents: await modes.copied(sessionId, created.sessionId) };
      },
    });
    hub.catchUp(position);
  } catch (failure) {
    await rm(path.join(blobFolder(home), created.sessionId), { recursive: true, force: true });
    throw failure;
  }
  const actor = await actors.of(created.sessionId);
  await actor.append({ ...(await modes.narrowed(actor.session)), refusable: true });
  return created.sessionId;
}

const error = { code: "forked", message: "The run continues in the session that this one was forked from." };

/** The history, with its live runs ended, so that they cannot be continued a second time in the fork. */
async function* forked(
  store: EventStore,
  { sessionId }: SessionRow,
  seq: number,
  restamp: Restamp,
  now: () => number,
) {
  yield* eventsUpTo(store, sessionId, seq, (body) => restamp.event(body, now()));
  for (const [runId] of restamp.conversation.liveRuns) {
    const ends = endingEvents(restamp.conversation, runId, { outcome: "interrupted", error });
    for (const body of ends) yield restamp.event(body, now());
  }
}

/** The events of a session up to a seq, in a form that can be written to another session. */
async function* eventsUpTo<T>(
  store: EventStore,
  sessionId: string,
  seq: number,
  say: (body: EventBody) => T,
): AsyncGenerator<T> {
  for (let after = 0; ; ) {
    const page = await store.events(sessionId, after, limits.slice.events);
    for (const stored of page) {
      if (stored.seq > seq) return;
      const parsed = parseEvent(stored.line);
      if (!parsed.ok)
        throw new PolylogError(
          "internal",
          "The log contains an unreadable line. Run polylog doctor to check the log.",
        );
      if (parsed.event.type === "opaque" || parsed.event.type === "queue_updated") continue;
      const { id: _id, sessionId: _session, seq: _seq, rev: _rev, ts: _ts, ...body } = parsed.event;
      yield say(body as EventBody);
    }
    if (page.length === 0) return;
    after = page.at(-1)?.seq ?? after;
  }
}
