import type { KnownEvent } from "@polylog/core";
import { Random } from "../random.ts";
import { ulid } from "./ids.ts";

type Stamp = "id" | "sessionId" | "seq" | "rev" | "ts";
type Unstamped<E> = E extends KnownEvent ? Omit<E, Stamp> : never;

const AGENT = "claude";

/** Writes one session's log as ingest does: every event with its envelope, in the order of seq. */
export class LogWriter {
  readonly events: KnownEvent[] = [];
  readonly random: Random;
  private readonly sessionId: string;
  private runId = "";
  private ts = 1_763_200_000_000;

  constructor(seed: number) {
    this.random = new Random(seed);
    this.sessionId = ulid(this.random, this.ts);
  }

  beginRun(): void {
    this.runId = ulid(this.random, this.ts);
  }

  /** An event of the session. */
  say(event: Unstamped<KnownEvent>): void {
    this.ts += this.random.between(20, 60);
    const { type, ...payload } = event;
    const id = ulid(this.random, this.ts);
    const { sessionId, ts } = this;
    const stamped = { type, id, sessionId, seq: this.events.length + 1, rev: 1, ts, ...payload };
    this.events.push(stamped as unknown as KnownEvent);
  }

  /** An event of the run. */
  work(event: OfRun<Unstamped<KnownEvent>>): void {
    const { type, ...payload } = event;
    this.say({ type, agentId: AGENT, runId: this.runId, ...payload } as unknown as Unstamped<KnownEvent>);
  }
}

type OfRun<E> = E extends { readonly runId: string } ? Omit<E, "agentId" | "runId"> : never;
