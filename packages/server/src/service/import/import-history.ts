import type { EventBody, NativeEvent, PolylogEvent } from "@polylog/core";
import { autoTitle } from "@polylog/core";
import { PolylogError } from "../../errors.ts";
import type { Hub } from "../../hub/hub.ts";
import type { Blobs } from "../../log/blobs.ts";
import { isLarge } from "../../log/bound-event.ts";
import { summaryOf } from "../../log/summary.ts";
import type { Commit, EventStore, NewSession } from "../../store/store.ts";
import { type Restamped, restamp } from "./restamp.ts";

export interface HistoryPlace {
  readonly store: Pick<EventStore, "commit">;
  readonly blobs: Blobs;
  readonly hub: Hub;
}

export interface HistoryRest {
  readonly now: number;
  /** Written together with the session. */
  readonly documents: NonNullable<Commit["documents"]>;
}

const leftover = { code: "not_ended", message: "The run had no end where it was taken over from." };

/** Makes a new session of what happened elsewhere: all of it or nothing. */
export async function importHistory(
  { store, blobs, hub }: HistoryPlace,
  session: Pick<NewSession, "sessionId" | "projectRoot" | "agentId">,
  history: readonly NativeEvent[],
  { now, documents }: HistoryRest,
): Promise<void> {
  const { sessionId, agentId } = session;
  try {
    const bounded: PolylogEvent[] = [];
    for (const event of timed(titled(history), now))
      bounded.push(...(await boundedBy(blobs, sessionId, event)));
    const { events, conversation } = stamped(bounded, sessionId);
    const [firstTs, lastTs] = [bounded[0]?.ts ?? now, bounded.at(-1)?.ts ?? now];
    const summary = summaryOf(conversation, { agentId, title: null }, lastTs);
    const append = { sessionId, rev: 1, head: 0, events, summary, drops: [] };
    const created = [{ ...session, createdTs: firstTs }];
    const { positions } = await store.commit({ created, appends: [append], documents });
    hub.publish(
      events.map(({ event, line }, at) => {
        const position = positions[0]?.[at] as number;
        return { sessionId, seq: event.seq, rev: 1, position, line, projectRoot: session.projectRoot };
      }),
    );
  } catch (error) {
    await blobs.forget(sessionId);
    throw error;
  }
}

/** A session without a name gets one from what was said first. */
function titled(history: readonly NativeEvent[]): readonly NativeEvent[] {
  if (history.some(({ body }) => body.type === "title")) return history;
  const first = history.find(({ body }) => body.type === "user_message");
  const said = first?.body.type === "user_message" ? first.body.text : "";
  const body: EventBody = { type: "title", title: autoTitle(said), source: "auto" };
  return [{ ts: first?.ts ?? null, body }, ...history];
}

/** What has no time of its own has that of what came before it. */
function* timed(history: readonly NativeEvent[], now: number): Generator<PolylogEvent> {
  let ts = history.find((event) => event.ts !== null)?.ts ?? now;
  for (const event of history) {
    ts = event.ts ?? ts;
    yield { ...event.body, ts } as PolylogEvent;
  }
}

async function boundedBy(blobs: Blobs, sessionId: string, event: PolylogEvent): Promise<PolylogEvent[]> {
  const body = event as EventBody;
  if (!isLarge(body)) return [event];
  const bounded = await blobs.bound(sessionId, body);
  return bounded.map((piece) => ({ ...piece, ts: event.ts }) as PolylogEvent);
}

function stamped(events: readonly PolylogEvent[], sessionId: string): Restamped {
  try {
    return restamp(events, sessionId, leftover);
  } catch (error) {
    const message = `What happened there cannot be told here: ${(error as Error).message} Nothing was taken over.`;
    throw new PolylogError("bad_file", message, {}, error);
  }
}
