import type { Conversation, Entry, EventBody, PolylogEvent } from "@polylog/core";
import {
  compactLog,
  emptyConversation,
  fold,
  foldAll,
  laneAt,
  MAIN,
  parseEvent,
  toSnapshot,
} from "@polylog/core";

/** A session's log in memory. It stamps, checks and folds events, as the server does. */
export class TestLog {
  conversation: Conversation = emptyConversation;
  /** The appended events, in order. */
  readonly bodies: EventBody[] = [];
  private readonly stored: PolylogEvent[] = [];
  /** The agent's events that no log accepts. */
  private readonly refused: string[] = [];

  append(body: EventBody): void {
    this.bodies.push(body);
    const seq = this.stored.length + 1;
    const stamped = { ...body, id: `event${seq}`, sessionId: "session", seq, rev: 0, ts: seq };
    const line = JSON.stringify(stamped);
    const parsed = parseEvent(line);
    if (!parsed.ok || parsed.event.type === "opaque") {
      this.refused.push(line);
      return;
    }
    this.stored.push(parsed.event);
    this.conversation = fold(this.conversation, parsed.event);
  }

  /** All faults of the log at the end of a scenario; empty if it is valid. */
  faults(): string[] {
    const { conversation, stored } = this;
    const live = snapshotOf(conversation);
    const open = allEntries(conversation).filter((entry) => entry.live || entry.kind === "late");
    const gaps = allEntries(conversation).filter((entry) => "body" in entry && entry.body.gaps.length > 0);
    return [
      ...this.refused.map((line) => `invalid event: ${line}`),
      ...conversation.faults.recent.map((fault) => `fault: ${JSON.stringify(fault)}`),
      ...open.map((entry) => `not settled: ${JSON.stringify(entry)}`),
      ...gaps.map((entry) => `text is missing in ${entry.key}`),
      ...[...conversation.liveRuns].map(([runId]) => `run ${runId} has not ended`),
      ...this.endedTwice(),
      ...(snapshotOf(foldAll(emptyConversation, stored)) === live
        ? []
        : ["the replayed state differs from the live one"]),
      ...(snapshotOf(foldAll(emptyConversation, compactLog(stored))) === live
        ? []
        : ["the compacted state differs from the live one"]),
    ];
  }

  private endedTwice(): string[] {
    const ends = this.stored.filter((event) => event.type === "run_ended").map(({ runId }) => runId);
    return ends
      .filter((runId, index) => ends.indexOf(runId) !== index)
      .map((runId) => `${runId} ended twice`);
  }
}

function allEntries(conversation: Conversation): Entry[] {
  const lanes = [laneAt(conversation, MAIN), ...conversation.lanes.slice()];
  return lanes.flatMap(({ entries }) => entries.slice());
}

function snapshotOf(conversation: Conversation): string {
  return JSON.stringify(toSnapshot(conversation));
}
