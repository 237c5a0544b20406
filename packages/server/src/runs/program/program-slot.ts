import type { Actor, AgentConnection } from "@polylog/core";
import type { ProgramHolder, ProgramSlots } from "./program-slots.ts";

export interface ProgramSlotOptions extends Pick<ProgramHolder, "restingSince" | "end"> {
  readonly slots: ProgramSlots;
  /** The agent works inside the server's process: it takes no place. */
  readonly isInProcess: () => Promise<boolean>;
}

/** The slot that an agent's program takes among the programs of all agents. */
export class ProgramSlot {
  private readonly options: ProgramSlotOptions;
  /** The device whose message the next program is started for. */
  private deviceId: string | null = null;
  private readonly leavings = new WeakMap<AgentConnection, () => void>();

  constructor(options: ProgramSlotOptions) {
    this.options = options;
  }

  nextIsFor(by: Actor | undefined): void {
    this.deviceId = by?.kind === "user" ? (by.id ?? null) : null;
  }

  /** Rejects where no more programs may run for whom the next one is started. */
  async assertRoom(): Promise<void> {
    if (!(await this.options.isInProcess())) this.options.slots.assertRoom(this.deviceId);
  }

  async start(start: () => Promise<AgentConnection>): Promise<AgentConnection> {
    const { slots, isInProcess, restingSince, end } = this.options;
    if (await isInProcess()) return start();
    const leave = await slots.take({ deviceId: this.deviceId, restingSince, end });
    try {
      const connection = await start();
      this.leavings.set(connection, leave);
      return connection;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Ends a program. Its place is free once it is gone; one that never came up has none. */
  async end(connection: Promise<AgentConnection>): Promise<void> {
    try {
      const open = await connection;
      await open.close().finally(() => this.leavings.get(open)?.());
    } catch {
      // There is nothing left to end.
    }
  }
}
