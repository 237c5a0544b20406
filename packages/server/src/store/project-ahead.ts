import { setImmediate as nextTurn } from "node:timers/promises";
import { parseEvent } from "@polylog/core";
import { limits } from "../limits.ts";
import { type AskRecord, type Projected, type Projection, project, type RunRecord } from "./project.ts";
import type { EventStore } from "./store.ts";

/** The runs and asks of one session, in memory. */
export class HeldProjection implements Projection {
  readonly runs = new Map<string, RunRecord>();
  readonly asks = new Map<string, AskRecord>();

  run(runId: string): RunRecord | undefined {
    return this.runs.get(runId);
  }

  runsBelow(runId: string): readonly RunRecord[] {
    return [...this.runs.values()].filter(({ below }) => below === runId);
  }

  ask(askId: string): AskRecord | undefined {
    return this.asks.get(askId);
  }

  pendingAsks(runId: string): readonly AskRecord[] {
    return [...this.asks.values()].filter((ask) => ask.runId === runId && ask.state === "pending");
  }

  put({ runs, asks }: Projected): void {
    for (const run of runs) this.runs.set(run.runId, run);
    for (const ask of asks) this.asks.set(ask.askId, ask);
  }
}

/** What a cut leaves of a session's runs and asks, and the head that the log had when it was looked at. */
export interface Ahead {
  readonly head: number | null;
  readonly projection: HeldProjection;
}

/**
 * Projects a session up to a seq, before the transaction that cuts it back: the whole log is read for it, a page at a
 * time, and others get their turn in between. The transaction has only to see that the head is still the same.
 */
export async function projectAhead(
  store: Pick<EventStore, "session" | "events">,
  sessionId: string,
  seq: number,
): Promise<Ahead> {
  const head = (await store.session(sessionId))?.head ?? null;
  const projection = new HeldProjection();
  for (let after = 0; ; ) {
    const page = await store.events(sessionId, after, limits.pageEvents);
    for (const event of page) {
      if (event.seq > seq) return { head, projection };
      const parsed = parseEvent(event.line);
      if (parsed.ok) projection.put(project(projection, parsed.event, event.position));
    }
    const last = page.at(-1);
    if (last === undefined) return { head, projection };
    after = last.seq;
    await nextTurn();
  }
}
