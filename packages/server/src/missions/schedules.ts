import type { Actor, Schedule, ScheduleInput } from "@polylog/core";
import { type Caller, callerActor } from "../caller.ts";
import { limits } from "../limits.ts";
import { MailboxByKey } from "../mailbox.ts";
import { PolylogError } from "../polylog-error.ts";
import { projectFolder } from "../workspace/project-folder.ts";
import type { Documents, MissionStoreOptions } from "./missions.ts";
import { nextTime } from "./pattern.ts";

/** A schedule as stored. Documents of older versions lack some fields. */
export interface StoredSchedule extends Omit<Schedule, "session" | "paused" | "by"> {
  readonly session?: Schedule["session"] | undefined;
  readonly paused?: Schedule["paused"] | undefined;
  readonly by?: Actor | undefined;
}

const SCHEDULE = "schedule";

/** A project's prompts that are sent at set times. */
export class Schedules {
  private readonly options: MissionStoreOptions;
  private readonly decisions = new MailboxByKey();

  constructor(options: MissionStoreOptions) {
    this.options = options;
  }

  async all(): Promise<StoredSchedule[]> {
    return (await this.options.store.documents(SCHEDULE)).map(({ value }) =>
      this.pausedIfRevoked(value as StoredSchedule),
    );
  }

  /** The schedules of one project, or of all; oldest first. */
  async of(projectRoot: string | undefined): Promise<StoredSchedule[]> {
    const root = projectRoot === undefined ? undefined : await projectFolder(projectRoot);
    const all = (await this.all()).sort((a, b) => a.createdTs - b.createdTs);
    return all.filter((schedule) => root === undefined || schedule.projectRoot === root);
  }

  async add(projectRoot: string, input: ScheduleInput, by: Caller): Promise<StoredSchedule> {
    await this.options.agents.assertKnown(projectRoot, [input.agentId]);
    const root = await projectFolder(projectRoot);
    const now = this.options.now();
    const nextTs = await nextTime(input.pattern, input.timeZone, now);
    if (nextTs === null)
      throw new PolylogError("bad_request", "pattern: never matches a future time. Change the pattern.");
    if ((await this.of(root)).length >= limits.mission.schedules) {
      throw new PolylogError(
        "too_many_requests",
        `A project can have at most ${limits.mission.schedules} schedules. Delete one first.`,
      );
    }
    const schedule: StoredSchedule = {
      ...input,
      by: callerActor(by),
      ...{ scheduleId: this.options.newId(), projectRoot: root, createdTs: now, enabled: true },
      ...{ nextTs, lastTs: null, skipped: 0, sessionId: null },
    };
    await this.options.store.commit({ documents: this.written(schedule) });
    this.publishScheduleChange(schedule);
    return schedule;
  }

  /** The person who turns it on becomes its author. */
  enable(scheduleId: string, enabled: boolean, by: Caller): Promise<StoredSchedule> {
    return this.decisions.run(scheduleId, async () => {
      const before = await this.need(scheduleId);
      // Prompts that were due while it was off are skipped.
      const nextTs = await nextTime(before.pattern, before.timeZone, this.options.now());
      const schedule = { ...before, enabled, nextTs, ...(enabled ? { by: callerActor(by) } : {}) };
      await this.options.store.commit({ documents: this.written(schedule) });
      this.publishScheduleChange(schedule);
      return this.pausedIfRevoked(schedule);
    });
  }

  remove(scheduleId: string): Promise<void> {
    return this.decisions.run(scheduleId, async () => {
      const schedule = await this.need(scheduleId);
      await this.options.store.commit({ documents: [{ kind: SCHEDULE, key: scheduleId, value: null }] });
      this.publishScheduleChange(schedule);
    });
  }

  /**
   * Runs work on the current state of a schedule that was read earlier and was due, without concurrent changes. Null if it
   * was deleted, is off, or is no longer due.
   */
  whileDue<T>(
    { scheduleId, nextTs }: StoredSchedule,
    work: (now: StoredSchedule) => Promise<T>,
  ): Promise<T | null> {
    return this.decisions.run(scheduleId, async () => {
      const found = (await this.options.store.document(SCHEDULE, scheduleId)) as StoredSchedule | null;
      const schedule = found && this.pausedIfRevoked(found);
      if (schedule?.enabled !== true || schedule.nextTs !== nextTs) return null;
      const result = await work(schedule);
      this.publishScheduleChange(schedule);
      return result;
    });
  }

  /** Updates fields under the same conditions. */
  async update(read: StoredSchedule, part: Partial<StoredSchedule>): Promise<void> {
    await this.whileDue(read, (now) =>
      this.options.store.commit({ documents: this.written({ ...now, ...part }) }),
    );
  }

  written(schedule: StoredSchedule): Documents {
    return [{ kind: SCHEDULE, key: schedule.scheduleId, value: schedule }];
  }

  /** Shows the schedule as off if the device of its author was revoked, whatever the document says. */
  private pausedIfRevoked(stored: StoredSchedule): StoredSchedule {
    const paused = this.options.revoked.pauseOf(stored.by);
    return paused === null ? stored : { ...stored, enabled: false, paused };
  }

  private publishScheduleChange({ projectRoot }: StoredSchedule): void {
    this.options.publishChange({ changed: "schedules", projectRoot });
  }

  private async need(scheduleId: string): Promise<StoredSchedule> {
    const found = await this.options.store.document(SCHEDULE, scheduleId);
    if (found === null)
      throw new PolylogError("not_found", "This schedule does not exist. Reload the list of schedules.", {
        scheduleId,
      });
    return found as StoredSchedule;
  }
}
