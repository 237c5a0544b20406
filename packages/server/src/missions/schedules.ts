import type { Actor, Schedule, ScheduleInput, StateChange } from "@polylog/core";
import { type Caller, callerActor } from "../caller.ts";
import type { RevokedDevices } from "../devices/revoked-devices.ts";
import { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import { MailboxByKey } from "../mailbox.ts";
import type { EventStore } from "../store/store.ts";
import { projectFolder } from "../workspace/project-folder.ts";
import type { Documents, MissionStoreOptions } from "./missions.ts";
import { nextTime } from "./pattern.ts";

/** As its document has it: those of older versions lack some of it. */
export interface StoredSchedule extends Omit<Schedule, "session" | "paused" | "by"> {
  readonly session?: Schedule["session"] | undefined;
  readonly paused?: Schedule["paused"] | undefined;
  readonly by?: Actor | undefined;
}

const SCHEDULE = "schedule";

/** Prompts that a project gives at certain times. */
export class Schedules {
  private readonly store: EventStore;
  private readonly newId: () => string;
  private readonly now: () => number;
  private readonly revoked: RevokedDevices;
  private readonly agents: MissionStoreOptions["agents"];
  private readonly publishChange: (change: StateChange) => void;
  private readonly decisions = new MailboxByKey();

  constructor({ store, newId, now, revoked, agents, publishChange }: MissionStoreOptions) {
    this.store = store;
    this.newId = newId;
    this.now = now;
    this.revoked = revoked;
    this.agents = agents;
    this.publishChange = publishChange;
  }

  async all(): Promise<StoredSchedule[]> {
    return (await this.store.documents(SCHEDULE)).map(({ value }) => this.asItIs(value as StoredSchedule));
  }

  /** Of a project, or of all; oldest first. */
  async of(projectRoot: string | undefined): Promise<StoredSchedule[]> {
    const root = projectRoot === undefined ? undefined : await projectFolder(projectRoot);
    const all = (await this.all()).sort((a, b) => a.createdTs - b.createdTs);
    return all.filter((schedule) => root === undefined || schedule.projectRoot === root);
  }

  async add(projectRoot: string, input: ScheduleInput, by: Caller): Promise<StoredSchedule> {
    await this.agents.assertKnown(projectRoot, [input.agentId]);
    const root = await projectFolder(projectRoot);
    const now = this.now();
    const nextTs = await nextTime(input.pattern, input.timeZone, now);
    if (nextTs === null) throw new PolylogError("bad_request", "pattern: it names no time to come.");
    if ((await this.of(root)).length >= limits.mission.schedules) {
      throw new PolylogError(
        "too_many_requests",
        `A project has at most ${limits.mission.schedules} schedules.`,
      );
    }
    const schedule: StoredSchedule = {
      ...input,
      by: callerActor(by),
      ...{ scheduleId: this.newId(), projectRoot: root, createdTs: now, enabled: true },
      ...{ nextTs, lastTs: null, skipped: 0, sessionId: null },
    };
    await this.store.commit({ documents: this.written(schedule) });
    this.publishScheduleChange(schedule);
    return schedule;
  }

  /** Who turns it on answers for it from then on. */
  enable(scheduleId: string, enabled: boolean, by: Caller): Promise<StoredSchedule> {
    return this.decisions.run(scheduleId, async () => {
      const before = await this.need(scheduleId);
      // What was due while it was off is left out.
      const nextTs = await nextTime(before.pattern, before.timeZone, this.now());
      const schedule = { ...before, enabled, nextTs, ...(enabled ? { by: callerActor(by) } : {}) };
      await this.store.commit({ documents: this.written(schedule) });
      this.publishScheduleChange(schedule);
      return this.asItIs(schedule);
    });
  }

  remove(scheduleId: string): Promise<void> {
    return this.decisions.run(scheduleId, async () => {
      const schedule = await this.need(scheduleId);
      await this.store.commit({ documents: [{ kind: SCHEDULE, key: scheduleId, value: null }] });
      this.publishScheduleChange(schedule);
    });
  }

  /**
   * Works on one that was read some time ago and was due, as it is now; nobody else changes it meanwhile. Null where it
   * is gone or off, or no longer due.
   */
  whileDue<T>(
    { scheduleId, nextTs }: StoredSchedule,
    work: (now: StoredSchedule) => Promise<T>,
  ): Promise<T | null> {
    return this.decisions.run(scheduleId, async () => {
      const found = (await this.store.document(SCHEDULE, scheduleId)) as StoredSchedule | null;
      const schedule = found && this.asItIs(found);
      if (schedule?.enabled !== true || schedule.nextTs !== nextTs) return null;
      const result = await work(schedule);
      this.publishScheduleChange(schedule);
      return result;
    });
  }

  /** Changes some of it, in that case. */
  async update(read: StoredSchedule, part: Partial<StoredSchedule>): Promise<void> {
    await this.whileDue(read, (now) => this.store.commit({ documents: this.written({ ...now, ...part }) }));
  }

  written(schedule: StoredSchedule): Documents {
    return [{ kind: SCHEDULE, key: schedule.scheduleId, value: schedule }];
  }

  /** One whose device was revoked is off, whatever its document says. */
  private asItIs(stored: StoredSchedule): StoredSchedule {
    const paused = this.revoked.pauseOf(stored.by);
    return paused === null ? stored : { ...stored, enabled: false, paused };
  }

  private publishScheduleChange({ projectRoot }: StoredSchedule): void {
    this.publishChange({ changed: "schedules", projectRoot });
  }

  private async need(scheduleId: string): Promise<StoredSchedule> {
    const found = await this.store.document(SCHEDULE, scheduleId);
    if (found === null) throw new PolylogError("not_found", "There is no such schedule.", { scheduleId });
    return found as StoredSchedule;
  }
}
