import type { Actor, Leftover, StateChange } from "@polylog/core";
import type { Overrides } from "../agents/overrides.ts";
import type { RevokedDevice, RevokedDevices } from "../devices/revoked-devices.ts";
import type { Missions } from "../missions/missions.ts";
import type { Schedules } from "../missions/schedules.ts";
import { queueOf } from "../queue/queue.ts";
import type { SessionActors } from "../sessions/session-actors.ts";

interface RevokedDeviceWorkOptions {
  readonly revoked: RevokedDevices;
  readonly missions: Missions;
  readonly schedules: Schedules;
  readonly overrides: Overrides;
  readonly actors: SessionActors;
  readonly publishChange: (change: StateChange) => void;
}

/** The resource that clients refetch after each kind of work changes. */
const changedWith = { schedule: "schedules", mission: "mission", idle_prompt: "override" } as const;

type Place = Pick<Leftover, "projectRoot" | "text"> & Partial<Leftover>;

/**
 * Work created by devices that were revoked later. It is identified by its author, so it stays paused even if old state
 * returns through a restart, a rewind or a restored backup.
 */
export class RevokedDeviceWork {
  private readonly options: RevokedDeviceWorkOptions;

  constructor(options: RevokedDeviceWorkOptions) {
    this.options = options;
  }

  async list(): Promise<Leftover[]> {
    return [
      ...(await this.schedules()),
      ...(await this.missions()),
      ...(await this.idlePrompts()),
      ...(await this.queuedMessages()),
    ];
  }

  /** Pauses the work of a revoked device. Clients are notified; a paused queue is recorded in its session's log. */
  async revoked(device: RevokedDevice): Promise<void> {
    this.options.revoked.add(device);
    await this.pauseQueues();
    for (const { kind, projectRoot } of await this.list()) {
      if (kind !== "queued_message") this.options.publishChange({ changed: changedWith[kind], projectRoot });
    }
  }

  private async pauseQueues(): Promise<void> {
    for await (const actor of this.options.actors.withQueues()) {
      for (const [agentId] of actor.conversation.agents) {
        const { items } = queueOf(actor.conversation, agentId);
        const held = items.map(({ by }) => this.options.revoked.pauseOf(by)).find((pause) => pause !== null);
        if (held != null) await actor.queue.pause(agentId, held.message);
      }
    }
  }

  private async schedules(): Promise<Leftover[]> {
    const all = await this.options.schedules.of(undefined);
    return all.flatMap(({ by, projectRoot, text, scheduleId }) =>
      this.leftoversOf(by, "schedule", { projectRoot, text, scheduleId }),
    );
  }

  private async missions(): Promise<Leftover[]> {
    const active = await this.options.missions.active();
    return active.flatMap(({ by, projectRoot, text }) =>
      this.leftoversOf(by, "mission", { projectRoot, text }),
    );
  }

  private async idlePrompts(): Promise<Leftover[]> {
    const { overrides } = this.options;
    const found: Leftover[] = [];
    for (const { projectRoot, agentId } of await overrides.places()) {
      const { idlePrompt: text = "", by } = (await overrides.of(projectRoot, agentId)) ?? {};
      if (text !== "") found.push(...this.leftoversOf(by, "idle_prompt", { projectRoot, text, agentId }));
    }
    return found;
  }

  private async queuedMessages(): Promise<Leftover[]> {
    const found: Leftover[] = [];
    for await (const { conversation, session } of this.options.actors.withQueues()) {
      const { sessionId, projectRoot } = session;
      for (const [agentId, { queue }] of conversation.agents) {
        for (const { by, text, itemId } of queue.items) {
          const fields = { projectRoot, text, sessionId, itemId, agentId };
          found.push(...this.leftoversOf(by, "queued_message", fields));
        }
      }
    }
    return found;
  }

  private leftoversOf(by: Actor | undefined, kind: Leftover["kind"], fields: Place): Leftover[] {
    const device = this.options.revoked.find(by);
    if (device === null) return [];
    const { deviceId, name: deviceName, role: deviceRole } = device;
    const noIds = { scheduleId: null, sessionId: null, itemId: null, agentId: null };
    return [{ ...noIds, ...fields, kind, deviceId, deviceName, deviceRole }];
  }
}
