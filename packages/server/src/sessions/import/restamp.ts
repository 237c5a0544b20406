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

/** The first rev of a new session's log. */
const REV = 1;

const exported = { code: "exported", message: "The run was active when its session was exported." };

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
    if (!checked.ok) throw new Error(`Cannot copy an event: ${checked.error.reason}`);
    this.conversation = fold(this.conversation, checked.event);
    return { event: checked.event, line: serializeEvent(checked.event) };
  }
}

/**
 * A session's events as those of a new session. Content and times are kept; ids, seqs and the rev belong to the new log.
 * Queued messages are dropped, because they were intended for the original session. Live runs are ended, because no agent
 * works on them here. The last events state the modes that its agents have here.
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

/** The mode of each agent of a log in a project. */
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

/** The live run that started first; its subruns end with it. */
function liveRun({ conversation: { liveRuns, runs } }: Restamp) {
  for (const [, index] of liveRuns) return runs.get(index);
  return undefined;
}
