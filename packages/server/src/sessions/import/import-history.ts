import { autoTitle, type EventBody, type NativeEvent, type PolylogEvent } from "@polylog/core";
import type { ConfiguredMode } from "../../agents/configured-mode.ts";
import type { Hub } from "../../hub/hub.ts";
import type { Blobs } from "../../log/blobs.ts";
import { isLarge } from "../../log/bound-event.ts";
import { summaryOf } from "../../log/session-summary.ts";
import { PolylogError } from "../../polylog-error.ts";
import type { Commit, EventStore, NewSession } from "../../store/store.ts";
import { inSlices } from "./in-slices.ts";
import { modesHere, Restamp, restamped } from "./restamp.ts";

export interface HistoryPlace {
  readonly store: Pick<EventStore, "writeSession">;
  readonly blobs: Blobs;
  readonly hub: Hub;
}

export interface HistoryRest {
  readonly now: number;
  readonly configured: ConfiguredMode;
  /** Documents to write together with the session. */
  readonly documents: NonNullable<Commit["documents"]>;
}

type Modes = Awaited<ReturnType<typeof modesHere>>;

const leftover = { code: "not_ended", message: "The run had not ended in the imported history." };

/** Creates a session from a foreign history: all of it or nothing. */
export async function importHistory(
  { store, blobs, hub }: HistoryPlace,
  session: Pick<NewSession, "sessionId" | "projectRoot" | "agentId">,
  history: readonly NativeEvent[],
  { now, configured, documents }: HistoryRest,
): Promise<void> {
  const { sessionId, agentId } = session;
  try {
    const bounded: PolylogEvent[] = [];
    for (const event of timed(titled(history), now))
      bounded.push(...(await boundedBy(blobs, sessionId, event)));
    const modes = await modesHere(bounded, session.projectRoot, configured);
    const restamp = new Restamp(sessionId);
    const written = await store.writeSession({
      sessionId,
      batches: inSlices(stamped(restamp, bounded, modes)),
      finish: () => {
        const [firstTs, lastTs] = [bounded[0]?.ts ?? now, bounded.at(-1)?.ts ?? now];
        const summary = summaryOf(restamp.conversation, { agentId, title: null }, lastTs);
        return { created: { ...session, createdTs: firstTs }, summary, documents };
      },
    });
    hub.catchUp(written.position);
  } catch (error) {
    await blobs.forget(sessionId);
    throw error;
  }
}

/** A session without a title is named after its first message. */
function titled(history: readonly NativeEvent[]): readonly NativeEvent[] {
  if (history.some(({ body }) => body.type === "title")) return history;
  const first = history.find(({ body }) => body.type === "user_message");
  const said = first?.body.type === "user_message" ? first.body.text : "";
  const body: EventBody = { type: "title", title: autoTitle(said), source: "auto" };
  return [{ ts: first?.ts ?? null, body }, ...history];
}

/** An event without a time gets the time of the previous one. */
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

function* stamped(restamp: Restamp, events: readonly PolylogEvent[], modes: Modes) {
  try {
    yield* restamped(restamp, events, modes, leftover);
  } catch (error) {
    const message = `This history cannot be imported: ${(error as Error).message} Nothing was imported.`;
    throw new PolylogError("bad_file", message, {}, error);
  }
}
