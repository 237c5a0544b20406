import type { PolylogEvent } from "@polylog/core";
import { checkEvent, serializeEvent, serializeFrame } from "@polylog/core";
import { Hub } from "../../../src/hub/hub.ts";
import { readLine } from "../../../src/log/live-session.ts";
import type { SessionRow, StoredEvent } from "../../../src/store/store.ts";
import { openMemoryStore } from "../../support/memory-store.ts";

/** A log in memory with its hub, and methods that write to it. */
export class TestLog {
  readonly store = openMemoryStore();
  readonly hub = new Hub(this.store, 0, ({ line }) => serializeFrame(readLine(line), {}, line));

  async begin(sessionId: string): Promise<void> {
    await this.store.commit({ created: [{ sessionId, projectRoot: "/p", agentId: "demo", createdTs: 1 }] });
  }

  /** Writes notices in one commit and publishes them to the listeners. */
  async emit(sessionId: string, ...texts: string[]): Promise<StoredEvent[]> {
    const { rev, head } = await this.row(sessionId);
    const events = texts.map((text, index) => notice(sessionId, rev, head + 1 + index, text));
    return this.write(
      sessionId,
      events.map((event) => ({ event, line: serializeEvent(event) })),
    );
  }

  /** Writes a line as another version of Polylog would. */
  async emitLine(sessionId: string, make: (stamps: object) => string): Promise<StoredEvent[]> {
    const { rev, head } = await this.row(sessionId);
    const line = make({ id: "future", sessionId, seq: head + 1, rev, ts: 1 });
    const checked = checkEvent(JSON.parse(line), line);
    if (!checked.ok) throw new Error(checked.error.reason);
    return this.write(sessionId, [{ event: checked.event, line }]);
  }

  async rewind(sessionId: string, seq: number): Promise<void> {
    const { rev } = await this.row(sessionId);
    await this.store.commit({ rewound: [{ sessionId, seq, rev: rev + 1 }] });
    this.hub.drop(sessionId, "The session was rewound.");
  }

  private async write(
    sessionId: string,
    events: { event: PolylogEvent; line: string }[],
  ): Promise<StoredEvent[]> {
    const { rev, head, sessionId: _, projectRoot, ...summary } = await this.row(sessionId);
    const { positions } = await this.store.commit({
      appends: [{ sessionId, rev, head, events, summary, drops: [] }],
    });
    const stored = events.map(({ event, line }, index) => ({
      sessionId,
      seq: event.seq,
      rev,
      position: positions[0]?.[index] ?? 0,
      line,
      projectRoot,
    }));
    this.hub.publish(stored);
    return stored;
  }

  private async row(sessionId: string): Promise<SessionRow> {
    const row = await this.store.session(sessionId);
    if (row === null) throw new Error(`There is no session ${sessionId}.`);
    return row;
  }
}

function notice(sessionId: string, rev: number, seq: number, text: string): PolylogEvent {
  return { type: "notice", id: `${sessionId}-${rev}-${seq}`, sessionId, seq, rev, ts: seq, text };
}
