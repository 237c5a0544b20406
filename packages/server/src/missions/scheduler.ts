import type { Agents } from "../agents/agents.ts";
import { limits } from "../limits.ts";
import type { SessionActor } from "../sessions/session-actor.ts";
import type { SessionActors } from "../sessions/session-actors.ts";
import type { EventStore, NewSession } from "../store/store.ts";
import type { IdlePrompts } from "./idle-prompts.ts";
import { judge } from "./judge.ts";
import type { Mission } from "./mission.ts";
import { type Missions, mostTriggers } from "./missions.ts";
import { nextTime } from "./pattern.ts";
import type { Schedules, StoredSchedule } from "./schedules.ts";

/**
 * Periodically sends due prompts: for idle agents of missions, idle prompts and schedules. The record of a prompt is
 * written together with it, so that a restart never repeats it.
 */
export interface SchedulerOptions {
  readonly store: EventStore;
  readonly actors: SessionActors;
  readonly agents: Agents;
  readonly missions: Missions;
  readonly schedules: Schedules;
  readonly idlePrompts: IdlePrompts;
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
}

export class Scheduler {
  private readonly options: SchedulerOptions;
  private timer: NodeJS.Timeout | null = null;
  private working: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(options: SchedulerOptions) {
    this.options = options;
  }

  start(): void {
    this.timer = setInterval(() => void this.tick(), limits.mission.tickMs);
    this.timer.unref();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.working;
  }

  /** Checks once for due prompts. Checks never overlap. */
  tick(): Promise<void> {
    this.working = this.working.then(() => this.look()).catch(this.options.onFailure);
    return this.working;
  }

  private async look(): Promise<void> {
    const { missions, idlePrompts, schedules } = this.options;
    const active = await missions.active();
    const asked = await this.projectsWithAsks();
    for (const mission of active) {
      if (mission.paused === null && !asked.has(mission.projectRoot)) {
        await this.attempt(() => this.considerMission(mission, missions));
      }
    }
    // A mission takes precedence over other idle prompts of its agents.
    const taken = new Set<string>();
    for (const mission of active) {
      for (const agentId of await this.agentsOf(mission)) taken.add(`${agentId} ${mission.projectRoot}`);
    }
    for (const idle of await idlePrompts.all()) {
      if (idle.paused !== null || asked.has(idle.projectRoot)) continue;
      if (taken.has(`${idle.agentId} ${idle.projectRoot}`)) continue;
      await this.attempt(() => this.considerMission(idle, idlePrompts));
    }
    for (const schedule of await schedules.all()) await this.attempt(() => this.considerSchedule(schedule));
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    if (!this.isClosed) await work().catch(this.options.onFailure);
  }

  /** An agent in these projects waits for a person's answer, so no prompt is sent before it. */
  private async projectsWithAsks(): Promise<Set<string>> {
    const { store } = this.options;
    const sessions = new Set(
      (await store.asks({ state: "pending", limit: 1000 })).map(({ sessionId }) => sessionId),
    );
    const rows = await Promise.all([...sessions].map((sessionId) => store.session(sessionId)));
    return new Set(rows.flatMap((row) => (row === null ? [] : [row.projectRoot])));
  }

  private async agentsOf({ agentIds = [], agentId, projectRoot }: Mission): Promise<readonly string[]> {
    if (agentIds.length > 0) return agentIds;
    return [await this.options.agents.defaultFor({ agentId, projectRoot })];
  }

  private async considerMission(first: Mission, store: MissionStore): Promise<void> {
    let mission: Mission | null = first;
    for (const agentId of await this.agentsOf(first)) {
      mission = await this.considerAgent(mission, agentId, store);
      if (mission === null) return;
    }
  }

  /** Returns the mission's new state; null if it does not continue. */
  private async considerAgent(
    mission: Mission,
    agentId: string,
    store: MissionStore,
  ): Promise<Mission | null> {
    const { now } = this.options;
    const stop = async (part: Partial<Mission>) => {
      await store.update(mission, part);
      return null;
    };
    const before = mission.agents[agentId];
    const actor = await this.actorOf(before?.sessionId);
    const verdict = actor === null ? null : judge(actor.conversation, agentId, mission);
    if (verdict?.kind === "finalized") return stop({ endedTs: now(), endReason: "finalized" });
    if (verdict?.kind === "pause") {
      return stop({ paused: { reason: verdict.reason, message: verdict.message } });
    }
    if (verdict?.kind === "busy") return mission;
    // After the clock was set back, the agent does not wait for the old time.
    if (before !== undefined && before.lastTs > now()) {
      const agents = { ...mission.agents, [agentId]: { ...before, lastTs: now() } };
      return store.update(mission, { agents });
    }
    const waitMs = (mission.intervalSeconds ?? limits.mission.usualSeconds) * 1000;
    const idleTs = verdict?.sinceTs ?? 0;
    const sinceTs = Math.max(before?.lastTs ?? 0, idleTs > now() ? 0 : idleTs);
    if (before !== undefined && now() - sinceTs < waitMs) return mission;
    if (mission.triggers >= mostTriggers(mission)) {
      const message = `It reached its limit of ${mission.triggers} prompts. Raise the limit to continue.`;
      return stop({ paused: { reason: "triggers", message } });
    }
    return this.prompt(mission, agentId, actor, store);
  }

  private async prompt(
    read: Mission,
    agentId: string,
    known: SessionActor | null,
    store: MissionStore,
  ): Promise<Mission | null> {
    return this.withPlace(known, read.projectRoot, agentId, (actor, created) =>
      store.withCurrent(read, async (mission) => {
        const { missionId, text } = mission;
        const { sessionId } = actor.session;
        const next: Mission = {
          ...mission,
          triggers: mission.triggers + 1,
          agents: { ...mission.agents, [agentId]: { lastTs: this.options.now(), sessionId } },
        };
        const triggered = { type: "idle_prompt_triggered" as const, agentId, prompt: text };
        const before = [missionId === "" ? triggered : { ...triggered, missionId }];
        const incoming = {
          ...{ text, hidden: true, trigger: "mission" as const },
          sender: { kind: "system" as const, name: missionId === "" ? "idle prompt" : "mission" },
          by: mission.by,
        };
        await actor.delivery.send(incoming, agentId, { created, before, documents: store.written(next) });
        return next;
      }),
    );
  }

  private async considerSchedule(read: StoredSchedule): Promise<void> {
    const { now, schedules, agents } = this.options;
    if (!read.enabled || read.nextTs === null || read.nextTs > now()) return;
    // Calculated from the pattern, not from the current tick, so it never drifts. Missed prompts are sent once.
    const nextTs = await nextTime(read.pattern, read.timeZone, now());
    const last = await this.actorOf(read.sessionId ?? undefined);
    if (last !== null && last.conversation.liveRuns.size > 0) {
      return schedules.update(read, { nextTs, skipped: read.skipped + 1 });
    }
    const agentId = await agents.defaultFor(read);
    const known = read.session === "same" ? last : null;
    await this.withPlace(known, read.projectRoot, agentId, (actor, created) =>
      schedules.whileDue(read, (schedule) => {
        const { sessionId } = actor.session;
        const documents = schedules.written({ ...schedule, nextTs, lastTs: now(), sessionId });
        const incoming = {
          ...{ text: schedule.text, trigger: "schedule" as const },
          sender: { kind: "system" as const, name: "schedule" },
          by: schedule.by,
        };
        return actor.delivery.send(incoming, agentId, { created, documents });
      }),
    ).catch(async (error: unknown) => {
      // After a failure, the next attempt is at its next time.
      await schedules.update(read, { nextTs });
      throw error;
    });
  }

  /** Uses the known session, or creates one that is deleted again if no prompt was sent. */
  private async withPlace<T>(
    known: SessionActor | null,
    projectRoot: string,
    agentId: string,
    say: (actor: SessionActor, created: NewSession | undefined) => Promise<T | null>,
  ): Promise<T | null> {
    if (known !== null) return say(known, undefined);
    const { actors } = this.options;
    const created = await actors.prepare({ projectRoot, agentId });
    const actor = actors.begin(created);
    let result: T | null = null;
    try {
      result = await say(actor, created);
      return result;
    } finally {
      if (result === null) await actors.forget(actor.session.sessionId);
    }
  }

  /** Null if the session no longer exists. */
  private async actorOf(sessionId: string | undefined): Promise<SessionActor | null> {
    return sessionId === undefined ? null : this.options.actors.of(sessionId).catch(() => null);
  }
}

/** The store of missions or idle prompts. A person may change them while the scheduler is running. */
type MissionStore = Pick<Missions, "withCurrent" | "update" | "written">;
