import type { EventBody } from "@polylog/core";
import { expect, test } from "vitest";
import { Hub, type Listening, type Subscription } from "../../../src/hub/hub.ts";
import { limits } from "../../../src/limits.ts";
import type { LiveSession } from "../../../src/log/live-session.ts";
import { Log } from "../../../src/log/log.ts";
import { openMemoryStore } from "../../support/memory-store.ts";
import { frameOf } from "../support/pieces.ts";
import { wrapStore } from "../support/wrapped-store.ts";

/** A moment of the switch: before or after the n-th read, at the n-th event, or when it is caught up. */
type Moment = `before read ${number}` | `after read ${number}` | `at event ${number}` | "caught up";

class Scene {
  readonly received: number[] = [];
  private readonly memory = openMemoryStore();
  private readonly log: Log;
  private readonly hub: Hub;
  private readonly acted: Promise<unknown>[] = [];
  private readonly at: ReadonlySet<Moment>;
  private reads = 0;
  private ids = 0;
  private readonly session: LiveSession;
  private readonly created = { sessionId: "s", projectRoot: "/p", agentId: "a", createdTs: 1 };

  /** At each of the given moments an event is appended, and committed before reading continues. */
  constructor(at: readonly Moment[]) {
    this.at = new Set(at);
    const read = async <T>(work: () => Promise<T>): Promise<T> => {
      const count = ++this.reads;
      await this.pass(`before read ${count}`);
      const page = await work();
      await this.pass(`after read ${count}`);
      return page;
    };
    const store = wrapStore(this.memory, {
      events: (...args) => read(() => this.memory.events(...args)),
      eventsFrom: (...args) => read(() => this.memory.eventsFrom(...args)),
    });
    this.hub = new Hub(store, 0, frameOf);
    const stamps = { now: () => 1, newId: () => `id-${++this.ids}`, onHealth: () => undefined };
    this.log = new Log({ store: this.memory, hub: this.hub, ...stamps });
    this.session = this.log.begin(this.created);
  }

  get head(): number {
    return this.session.head;
  }

  async begin(events: number): Promise<void> {
    await this.log.append(this.session, { bodies: notes(events), created: this.created, refusable: true });
  }

  append(events: number): Promise<unknown> {
    return this.log.append(this.session, { bodies: notes(events), refusable: true });
  }

  /** Listens until everything has been received; at a regular number of events it is too busy for more. */
  async listen(kind: Subscription["kind"], after: number, busyEach: number): Promise<void> {
    const subscription: Subscription =
      kind === "session" ? { kind, sessionId: "s", rev: 1, after } : { kind, after: after + 1 };
    let listening: Listening | null = null;
    let wake: () => void = () => undefined;
    const changed = () => wake();
    listening = this.hub.listen(subscription, {
      deliver: ({ seq }) => {
        this.received.push(seq);
        void this.pass(`at event ${this.received.length}`);
        changed();
        if (this.received.length % busyEach !== 0) return true;
        setImmediate(() => listening?.ready());
        return false;
      },
      changed: () => undefined,
      caughtUp: () => {
        void this.pass("caught up");
        changed();
      },
      lost: (reason) => {
        throw new Error(reason);
      },
    });
    for (let turn = 0; turn < 50; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
    await Promise.all(this.acted);
    while ((this.received.at(-1) ?? after) < this.head) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    listening.stop();
  }

  private pass(moment: Moment): Promise<unknown> {
    if (!this.at.has(moment)) return Promise.resolve();
    const acting = this.append(2);
    this.acted.push(acting);
    return acting;
  }
}

function notes(count: number): EventBody[] {
  return Array.from({ length: count }, (_, index) => ({ type: "notice", text: `${index}` }));
}

const moments: Moment[] = [
  ...[1, 2, 3, 4].flatMap((read): Moment[] => [`before read ${read}`, `after read ${read}`]),
  ...[1, 2, 5].map((event): Moment => `at event ${event}`),
  "caught up",
];

/** Each moment alone, every two of them, and all at once. */
const schedules = [
  ...moments.map((moment) => [moment]),
  ...moments.flatMap((first, at) => moments.slice(at + 1).map((second) => [first, second])),
  moments,
];

for (const kind of ["session", "all"] as const) {
  test(`[R8] ${kind}: an event appended at any moment of the switch arrives once and in order`, async () => {
    for (const at of schedules) {
      for (const busyEach of [Number.POSITIVE_INFINITY, 3]) {
        const scene = new Scene(at);
        await scene.begin(5);
        await scene.listen(kind, 2, busyEach);
        const expected = Array.from({ length: scene.head - 2 }, (_, index) => index + 3);
        expect({ at, busyEach, received: scene.received }).toEqual({ at, busyEach, received: expected });
      }
    }
  });
}

test("[R8] a full page is not the end of reading", async () => {
  for (const beyond of [-1, 0, 1]) {
    const scene = new Scene(["after read 1", "after read 2", "after read 3"]);
    const count = 2 * limits.pageEvents + beyond;
    await scene.begin(count);
    await scene.listen("session", 0, Number.POSITIVE_INFINITY);
    expect(scene.received).toEqual(Array.from({ length: scene.head }, (_, index) => index + 1));
    expect(scene.head).toBeGreaterThan(count);
  }
});
