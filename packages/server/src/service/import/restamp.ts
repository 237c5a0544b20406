import { randomUUID } from "node:crypto";
import {
  type Conversation,
  checkEvent,
  type EventBody,
  emptyConversation,
  fold,
  type PolylogEvent,
  serializeEvent,
} from "@polylog/core";

/** A session's events as the events of another session. */
export interface Restamped {
  readonly events: readonly { readonly event: PolylogEvent; readonly line: string }[];
  readonly conversation: Conversation;
}

/** The epoch that a new session's log begins with. */
const REV = 1;

const exported = { code: "exported", message: "The run was at work when its session was exported." };

/**
 * What happened and when stays; ids, seqs and the epoch are the new log's. Messages that waited in a queue stay behind:
 * they were meant for the other session. Runs that were at work are ended, for nobody works on them here.
 */
export function restamp(events: readonly PolylogEvent[], sessionId: string, leftover = exported): Restamped {
  const stamped: { event: PolylogEvent; line: string }[] = [];
  let conversation = emptyConversation;
  const add = (body: object, ts: number) => {
    const event = stamp({ ...body, id: randomUUID(), sessionId, seq: stamped.length + 1, rev: REV, ts });
    conversation = fold(conversation, event);
    stamped.push({ event, line: serializeEvent(event) });
  };
  for (const event of events) {
    if (event.type === "queue_updated") continue;
    add(event.type === "opaque" ? (JSON.parse(event.raw) as object) : event, event.ts);
  }
  const lastTs = events.at(-1)?.ts ?? 0;
  for (let run = liveRun(conversation); run !== undefined; run = liveRun(conversation)) {
    const { runId, agentId } = run;
    const body: EventBody = { type: "run_ended", runId, agentId, outcome: "interrupted", error: leftover };
    add(body, lastTs);
  }
  return { events: stamped, conversation };
}

/** The one that began first: the runs below it end with it. */
function liveRun({ liveRuns, runs }: Conversation) {
  for (const [, index] of liveRuns) return runs.get(index);
  return undefined;
}

function stamp(value: object): PolylogEvent {
  const checked = checkEvent(value);
  if (checked.ok) return checked.event;
  throw new Error(`An event cannot be told again: ${checked.error.reason}`);
}
