import type { MissionChange, MissionInput, StateChange } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import { projectFolder } from "../service/inside-project.ts";
import type { Mission, MissionPause } from "../service.ts";
import type { Commit, EventStore } from "../store/store.ts";

const MISSION = "mission";

/** What missions and schedules are kept with. */
export interface BookOptions {
  readonly store: EventStore;
  readonly newId: () => string;
  readonly now: () => number;
  readonly tell: (change: StateChange) => void;
}

/** What projects are to achieve. A project has one mission at a time; those before it are kept. */
export class Missions {
  private readonly store: EventStore;
  private readonly newId: () => string;
  private readonly now: () => number;
  private readonly tell: (change: StateChange) => void;

  constructor({ store, newId, now, tell }: BookOptions) {
    this.store = store;
    this.newId = newId;
    this.now = now;
    this.tell = tell;
  }

  async current(projectRoot: string): Promise<Mission | null> {
    return (await this.of(projectRoot)).find(({ endedTs }) => endedTs === null) ?? null;
  }

  /** Newest first. */
  async of(projectRoot: string): Promise<Mission[]> {
    const root = await projectFolder(projectRoot);
    return (await this.all()).filter((mission) => mission.projectRoot === root);
  }

  /** Those that have not ended, in every project. */
  async active(): Promise<Mission[]> {
    return (await this.all()).filter(({ endedTs }) => endedTs === null);
  }

  async set(projectRoot: string, input: MissionInput): Promise<Mission> {
    const root = await projectFolder(projectRoot);
    const now = this.now();
    const mission: Mission = {
      ...input,
      ...{ missionId: this.newId(), projectRoot: root, createdTs: now, goesOnSince: now },
      ...{ endedTs: null, endReason: null, paused: null, triggers: 0, agents: {}, warned: false },
    };
    const before = await this.current(root);
    const ended = before === null ? [] : written({ ...before, endedTs: now, endReason: "replaced" });
    await this.store.commit({ documents: [...ended, ...written(mission)] });
    this.changed(mission);
    return mission;
  }

  async clear(projectRoot: string): Promise<void> {
    await this.end(await this.need(projectRoot), "cleared");
  }

  async end(mission: Mission, endReason: "cleared" | "finalized"): Promise<void> {
    await this.save({ ...mission, endedTs: this.now(), endReason });
  }

  async pause(mission: Mission, reason: MissionPause["reason"], message: string): Promise<void> {
    await this.save({ ...mission, paused: { reason, message } });
  }

  /** Pauses it, lets it go on, or raises what it may use; raising lets it go on where it was stopped for that. */
  async change(projectRoot: string, { paused, budget, maxTriggers }: MissionChange): Promise<Mission> {
    const before = await this.need(projectRoot);
    const raised =
      (budget !== undefined && before.paused?.reason === "budget") ||
      (maxTriggers !== undefined && before.paused?.reason === "triggers");
    const goesOn = paused === false || (paused === undefined && raised);
    const changed: Mission = {
      ...before,
      ...(budget === undefined ? {} : { budget: budget ?? undefined, warned: false }),
      ...(maxTriggers === undefined ? {} : { maxTriggers }),
      ...(paused === true ? { paused: { reason: "person", message: "Paused by a person." } } : {}),
      ...(goesOn ? { paused: null, goesOnSince: this.now() } : {}),
    };
    await this.save(changed);
    return changed;
  }

  async save(mission: Mission): Promise<void> {
    await this.store.commit({ documents: written(mission) });
    this.changed(mission);
  }

  /** It was written: whoever shows it is told. */
  changed({ projectRoot }: Mission): void {
    this.tell({ changed: "mission", projectRoot });
  }

  private async need(projectRoot: string): Promise<Mission> {
    const mission = await this.current(projectRoot);
    if (mission === null)
      throw new PolylogError("not_found", "This project has no mission.", { projectRoot });
    return mission;
  }

  private async all(): Promise<Mission[]> {
    const all = (await this.store.documents(MISSION)).map(({ value }) => complete(value as Mission));
    return all.sort((a, b) => b.createdTs - a.createdTs);
  }
}

export function written(mission: Mission): NonNullable<Commit["documents"]> {
  return [{ kind: MISSION, key: mission.missionId, value: mission }];
}

/** One that was kept before missions prompted anybody does not begin by itself. */
function complete(mission: Mission): Mission {
  if (mission.goesOnSince !== undefined) return mission;
  const { createdTs } = mission;
  const paused = {
    reason: "person" as const,
    message: "Set before missions prompted anybody. Let it go on to begin.",
  };
  return { ...mission, endReason: null, paused, goesOnSince: createdTs, agents: {}, warned: false };
}

export function mostTriggers({ maxTriggers = limits.mission.triggers }: Mission): number {
  return maxTriggers;
}
