import type { Actor, AgentConnection } from "@polylog/core";
import type { ProgramHolder, ProgramSlots } from "./program-slots.ts";

export interface ProgramSlotOptions extends Pick<ProgramHolder, "idleSince" | "end"> {
  readonly slots: ProgramSlots;
  /** Whether the agent runs inside the server's process and needs no slot. */
  readonly isInProcess: () => Promise<boolean>;
}

/** The slot of an agent's program among the programs of all agents. */
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

  /** Rejects if the device of the next program has reached its limit. */
  async assertRoom(): Promise<void> {
    if (!(await this.options.isInProcess())) this.options.slots.assertRoom(this.deviceId);
  }

  async start(start: () => Promise<AgentConnection>): Promise<AgentConnection> {
    const { slots, isInProcess, idleSince, end } = this.options;
    if (await isInProcess()) return start();
    const leave = await slots.take({ deviceId: this.deviceId, idleSince, end });
    try {
      const connection = await start();
      this.leavings.set(connection, leave);
      return connection;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Stops a program and releases its slot once it has exited. A program that never started has no slot. */
  async end(connection: Promise<AgentConnection>): Promise<void> {
    try {
      const open = await connection;
      await open.close().finally(() => this.leavings.get(open)?.());
    } catch {
      // The program never started.
    }
  }
}
