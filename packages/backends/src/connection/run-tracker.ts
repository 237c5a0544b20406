import type { EventBody } from "@polylog/core";
import { BoundedQueue } from "../process/bounded-queue.ts";
import { limits } from "../process/limits.ts";
import { OpenRuns, type RunEnding } from "./open-runs.ts";

/** A connection's events and their runs. All backends share this part. */
export class RunTracker {
  private readonly agentId: string;
  private readonly runs = new OpenRuns();
  private readonly queue = new BoundedQueue<EventBody>(limits.pendingEvents);
  private isOver = false;

  constructor(agentId: string) {
    this.agentId = agentId;
  }

  get events(): AsyncIterable<EventBody> {
    return this.queue;
  }

  /** Whether the connection has ended, so that no run can start. */
  get hasEnded(): boolean {
    return this.isOver;
  }

  /** Whether more events can be emitted without waiting. */
  get hasRoom(): boolean {
    return !this.queue.isFull;
  }

  begin(runId: string, parentRunId: string | null = null): void {
    this.runs.begin(runId, this.agentId, parentRunId);
  }

  isLive(runId: string): boolean {
    return this.runs.isLive(runId);
  }

  /** From now on the run ends as cancelled, whatever the agent reports. */
  cancel(runId: string): void {
    this.runs.cancel(runId);
  }

  /** Emits an agent's event. Resolves when there is room for more. */
  emit(event: EventBody): Promise<void> {
    if (!this.isOver) for (const passed of this.runs.pass(event)) void this.queue.push(passed);
    return this.queue.room();
  }

  /** Ends the connection's events and all open runs with `ending`. Only the first call counts. */
  end(ending: RunEnding): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const event of this.runs.endAll(ending)) void this.queue.push(event);
    this.queue.end();
  }
}
