import { randomUUID } from "node:crypto";
import {
  type Conversation,
  checkEvent,
  type EventBody,
  emptyConversation,
  fold,
  type PermissionMode,
  type PolylogEvent,
  serializeEvent,
} from "@polylog/core";
import type { ConfiguredMode } from "../../agents/configured-mode.ts";
import { statedModes } from "../../permissions/session-modes.ts";
import type { Append } from "../../store/store.ts";

type Stamped = Append["events"][number];

/** The epoch that a new session's log begins with. */
const REV = 1;

const exported = { code: "exported", message: "The run was at work when its session was exported." };

/** Stamps events for a new session and folds them. */
export class Restamp {
  readonly sessionId: string;
  conversation: Conversation = emptyConversation;
  private seq = 0;

  constructor(sessionId: string) {
    this.sessionId = sessionId;
  }

  event(body: object, ts: number): Stamped {
    const { sessionId } = this;
    const checked = checkEvent({ ...body, id: randomUUID(), sessionId, seq: ++this.seq, rev: REV, ts });
    if (!checked.ok) throw new Error(`An event cannot be told again: ${checked.error.reason}`);
    this.conversation = fold(this.conversation, checked.event);
    return { event: checked.event, line: serializeEvent(checked.event) };
  }
}

/**
 * A session's events as those of another one. What happened and when stays; ids, seqs and the epoch are the new log's.
 * Messages that waited in a queue stay behind: they were meant for the other session. Runs that were at work are ended,
 * for nobody works on them here. The modes of its agents are those that hold here, which the last events say.
 */
export function* restamped(
  restamp: Restamp,
  events: readonly PolylogEvent[],
  modes: ReadonlyMap<string, PermissionMode>,
  leftover = exported,
): Generator<Stamped> {
  for (const event of events) {
    const type = event.type === "opaque" ? event.eventType : event.type;
    if (type === "queue_updated") continue;
    yield restamp.event(event.type === "opaque" ? (JSON.parse(event.raw) as object) : event, event.ts);
  }
  const lastTs = events.at(-1)?.ts ?? 0;
  for (let run = liveRun(restamp); run !== undefined; run = liveRun(restamp)) {
    const { runId, agentId } = run;
    const body: EventBody = { type: "run_ended", runId, agentId, outcome: "interrupted", error: leftover };
    yield restamp.event(body, lastTs);
  }
  for (const body of statedModes(restamp.conversation, modes)) yield restamp.event(body, lastTs);
}

/** The mode that each agent of a log has in a project. */
export async function modesHere(
  events: readonly PolylogEvent[],
  projectRoot: string,
  configured: ConfiguredMode,
): Promise<ReadonlyMap<string, PermissionMode>> {
  const agents = new Set<string>();
  for (const { agentId } of events) if (agentId !== undefined) agents.add(agentId);
  const modes = [...agents].map(
    async (agentId) => [agentId, await configured(agentId, projectRoot)] as const,
  );
  return new Map(await Promise.all(modes));
}

/** The one that began first: the runs below it end with it. */
function liveRun({ conversation: { liveRuns, runs } }: Restamp) {
  for (const [, index] of liveRuns) return runs.get(index);
  return undefined;
}
