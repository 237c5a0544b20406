import { type Actor, defined, type MissionChange, type MissionInput, type StateChange } from "@polylog/core";
import type { Agents } from "../agents/agents.ts";
import { type Caller, callerActor } from "../caller.ts";
import type { RevokedDevices } from "../devices/revoked-devices.ts";
import { limits } from "../limits.ts";
import { MailboxByKey } from "../mailbox.ts";
import { PolylogError } from "../polylog-error.ts";
import type { Commit, EventStore } from "../store/store.ts";
import { projectFolder } from "../workspace/project-folder.ts";
import type { Mission } from "./mission.ts";

const MISSION = "mission";

/** The dependencies of missions and schedules. */
export interface MissionStoreOptions {
  readonly store: EventStore;
  readonly newId: () => string;
  readonly now: () => number;
  readonly revoked: RevokedDevices;
  readonly agents: Pick<Agents, "assertKnown">;
  /** Notifies clients of a written change. */
  readonly publishChange: (change: StateChange) => void;
}

/** The missions of projects. A project has one mission at a time; previous ones are kept. */
export class Missions {
  private readonly options: MissionStoreOptions;
  /** Keyed by project. */
  private readonly decisions = new MailboxByKey();

  constructor(options: MissionStoreOptions) {
    this.options = options;
  }

  async current(projectRoot: string): Promise<Mission | null> {
    return (await this.of(projectRoot)).find(({ endedTs }) => endedTs === null) ?? null;
  }

  /** Newest first. */
  async of(projectRoot: string): Promise<Mission[]> {
    const root = await projectFolder(projectRoot);
    return (await this.all()).filter((mission) => mission.projectRoot === root);
  }

  /** The missions of all projects that have not ended. */
  async active(): Promise<Mission[]> {
    return (await this.all()).filter(({ endedTs }) => endedTs === null);
  }

  async set(projectRoot: string, input: MissionInput, by: Caller): Promise<Mission> {
    await this.options.agents.assertKnown(projectRoot, [...(input.agentIds ?? []), input.agentId]);
    const root = await projectFolder(projectRoot);
    const now = this.options.now();
    const mission: Mission = {
      ...input,
      by: callerActor(by),
      ...{ missionId: this.options.newId(), projectRoot: root, createdTs: now, goesOnSince: now },
      ...{ endedTs: null, endReason: null, paused: null, triggers: 0, agents: {}, warned: false },
    };
    return this.deciding(root, async () => {
      const before = await this.current(root);
      const ended = before === null ? [] : this.written({ ...before, endedTs: now, endReason: "replaced" });
      await this.options.store.commit({ documents: [...ended, ...this.written(mission)] });
      return mission;
    });
  }

  async clear(projectRoot: string): Promise<void> {
    await this.decide(projectRoot, (before) => ({
      ...before,
      endedTs: this.options.now(),
      endReason: "cleared",
    }));
  }

  /** Pauses or resumes it, or raises its limits. Raising a limit resumes it if it was stopped by that limit. */
  change(projectRoot: string, change: MissionChange, by: Caller): Promise<Mission> {
    return this.decide(projectRoot, (before) => this.changed(before, change, callerActor(by)));
  }

  /**
   * Runs work on the current state of a mission that was read earlier, without concurrent changes. Null if it has ended, is
   * paused, or was changed by a person since.
   */
  withCurrent<T>(read: Mission, work: (now: Mission) => Promise<T>): Promise<T | null> {
    return this.deciding(read.projectRoot, async () => {
      const found = await this.options.store.document(MISSION, read.missionId);
      const mission = found === null ? null : this.pausedIfRevoked(found as Mission);
      if (mission === null || mission.endedTs !== null || mission.paused !== null) return null;
      return isAsSet(mission, read) ? work(mission) : null;
    });
  }

  /** Updates fields under the same conditions. */
  update(read: Mission, part: Partial<Mission>): Promise<Mission | null> {
    return this.withCurrent(read, async (mission) => {
      const next = { ...mission, ...part };
      await this.options.store.commit({ documents: this.written(next) });
      return next;
    });
  }

  written(mission: Mission): Documents {
    return [{ kind: MISSION, key: mission.missionId, value: mission }];
  }

  private changed(before: Mission, { paused, budget, maxTriggers }: MissionChange, by: Actor): Mission {
    const raised =
      (budget !== undefined && before.paused?.reason === "budget") ||
      (maxTriggers !== undefined && before.paused?.reason === "triggers");
    const isResumed = paused === false || (paused === undefined && raised);
    return {
      ...before,
      ...(budget === undefined ? {} : { budget: budget ?? undefined, warned: false }),
      ...defined({ maxTriggers }),
      ...(paused === true ? { paused: { reason: "person", message: "Paused by a person." } } : {}),
      ...(isResumed ? { paused: null, by, goesOnSince: this.options.now() } : {}),
    };
  }

  /** Applies a person's decision about the mission of a project. */
  private async decide(projectRoot: string, change: (before: Mission) => Mission): Promise<Mission> {
    const root = await projectFolder(projectRoot);
    return this.deciding(root, async () => {
      const before = await this.current(root);
      if (before === null)
        throw new PolylogError("not_found", "This project has no mission. Create one first.", {
          projectRoot,
        });
      const next = change(before);
      await this.options.store.commit({ documents: this.written(next) });
      return next;
    });
  }

  /** Runs decisions one after the other and notifies clients of each change. */
  private async deciding<T>(projectRoot: string, work: () => Promise<T>): Promise<T> {
    const result = await this.decisions.run(projectRoot, work);
    if (result !== null) this.options.publishChange({ changed: "mission", projectRoot });
    return result;
  }

  /** Shows the mission as paused if the device of its author was revoked, whatever the document says. */
  private pausedIfRevoked(stored: Mission): Mission {
    const mission = complete(stored);
    const revoked = mission.endedTs === null ? this.options.revoked.pauseOf(mission.by) : null;
    return revoked === null ? mission : { ...mission, paused: revoked };
  }

  private async all(): Promise<Mission[]> {
    const all = (await this.options.store.documents(MISSION)).map(({ value }) =>
      this.pausedIfRevoked(value as Mission),
    );
    return all.sort((a, b) => b.createdTs - a.createdTs);
  }
}

export type Documents = NonNullable<Commit["documents"]>;

/** Whether no person has changed it since it was read. */
function isAsSet(now: Mission, read: Mission): boolean {
  const set = ({ goesOnSince, budget, maxTriggers }: Mission) =>
    JSON.stringify([goesOnSince, budget ?? null, maxTriggers ?? null]);
  return set(now) === set(read);
}

/** A mission stored before missions sent prompts does not start automatically. */
function complete(mission: Mission): Mission {
  if (mission.goesOnSince !== undefined) return mission;
  const { createdTs } = mission;
  const paused = {
    reason: "person" as const,
    message: "Created before missions could prompt agents. Resume it to start.",
  };
  return { ...mission, endReason: null, paused, goesOnSince: createdTs, agents: {}, warned: false };
}

export function mostTriggers({ maxTriggers = limits.mission.triggers }: Mission): number {
  return maxTriggers;
}
