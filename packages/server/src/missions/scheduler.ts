import type { Schedule } from "@polylog/core";
import { limits } from "../limits.ts";
import type { SessionActor } from "../runs/session-actor.ts";
import type { Actors } from "../service/actors.ts";
import type { AgentDirectory } from "../service/session-service.ts";
import type { Mission } from "../service.ts";
import type { Commit, EventStore, NewSession } from "../store/store.ts";
import type { IdlePrompts } from "./idle-prompts.ts";
import { judge } from "./judge.ts";
import { type Missions, mostTriggers, written } from "./missions.ts";
import { nextTime } from "./pattern.ts";
import { type Schedules, scheduleWritten } from "./schedules.ts";

/**
 * Looks now and then what is due: idle agents of missions, idle prompts, schedules. That something was prompted is
 * written together with the prompt, so that no restart does it twice.
 */
export interface SchedulerOptions {
  readonly store: EventStore;
  readonly actors: Actors;
  readonly agents: AgentDirectory;
  readonly missions: Missions;
  readonly schedules: Schedules;
  readonly idlePrompts: IdlePrompts;
  readonly now: () => number;
  readonly prepare: (input: { projectRoot: string; agentId: string }) => Promise<NewSession>;
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

  /** One look. Looks never overlap. */
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
        await this.attempt(() => this.considerMission(mission, (next) => written(next)));
      }
    }
    // A mission goes before what is set for its agents otherwise.
    const taken = new Set<string>();
    for (const mission of active) {
      for (const agentId of await this.agentsOf(mission)) taken.add(`${agentId} ${mission.projectRoot}`);
    }
    for (const idle of await idlePrompts.all()) {
      if (idle.paused !== null || asked.has(idle.projectRoot)) continue;
      if (taken.has(`${idle.agentId} ${idle.projectRoot}`)) continue;
      await this.attempt(() => this.considerMission(idle, (next) => idlePrompts.written(next)));
    }
    for (const schedule of await schedules.all()) await this.attempt(() => this.considerSchedule(schedule));
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    if (!this.isClosed) await work().catch(this.options.onFailure);
  }

  /** A person is asked something there: nobody else speaks before the answer. */
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
    return [agentId ?? (await this.options.agents.defaultAgent(projectRoot))];
  }

  private async considerMission(first: Mission, documents: (mission: Mission) => Documents): Promise<void> {
    const { store, now, missions } = this.options;
    let mission = first;
    const save = async (next: Mission) => {
      mission = next;
      await store.commit({ documents: documents(next) });
      missions.changed(next);
    };
    for (const agentId of await this.agentsOf(first)) {
      const before = mission.agents[agentId];
      const actor = await this.actorOf(before?.sessionId);
      const verdict = actor === null ? null : judge(actor.conversation, agentId, mission);
      if (verdict?.kind === "finalized") return save({ ...mission, endedTs: now(), endReason: "finalized" });
      if (verdict?.kind === "pause") {
        return save({ ...mission, paused: { reason: verdict.reason, message: verdict.message } });
      }
      if (verdict?.kind === "busy") continue;
      // A clock that was set back does not make an agent wait for it to come round again.
      if (before !== undefined && before.lastTs > now()) {
        await save({ ...mission, agents: { ...mission.agents, [agentId]: { ...before, lastTs: now() } } });
        continue;
      }
      const waitMs = (mission.intervalSeconds ?? limits.mission.usualSeconds) * 1000;
      const idleTs = verdict?.sinceTs ?? 0;
      const sinceTs = Math.max(before?.lastTs ?? 0, idleTs > now() ? 0 : idleTs);
      if (before !== undefined && now() - sinceTs < waitMs) continue;
      if (mission.triggers >= mostTriggers(mission)) {
        const message = `It was prompted ${mission.triggers} times, which is as often as it may.`;
        return save({ ...mission, paused: { reason: "triggers", message } });
      }
      mission = await this.prompt(mission, agentId, actor, documents);
    }
  }

  private async prompt(
    mission: Mission,
    agentId: string,
    known: SessionActor | null,
    documents: (mission: Mission) => Documents,
  ): Promise<Mission> {
    const { missionId, projectRoot, text } = mission;
    const { actor, created } = await this.place(known, projectRoot, agentId);
    const { sessionId } = actor.session;
    const next: Mission = {
      ...mission,
      triggers: mission.triggers + 1,
      agents: { ...mission.agents, [agentId]: { lastTs: this.options.now(), sessionId } },
    };
    const told = { type: "idle_prompt_triggered" as const, agentId, prompt: text };
    const before = [missionId === "" ? told : { ...told, missionId }];
    const incoming = {
      ...{ text, hidden: true, trigger: "mission" as const },
      sender: { kind: "system" as const, name: missionId === "" ? "idle prompt" : "mission" },
    };
    await this.say(actor, created, () =>
      actor.chat(incoming, agentId, { created, before, documents: documents(next) }),
    );
    this.options.missions.changed(next);
    return next;
  }

  private async considerSchedule(schedule: Schedule): Promise<void> {
    const { now, schedules, agents } = this.options;
    if (!schedule.enabled || schedule.nextTs === null || schedule.nextTs > now()) return;
    const { pattern, timeZone, projectRoot, text } = schedule;
    // From the time by the pattern, not from when it was noticed: it never drifts. What was missed is done once.
    const moved = { ...schedule, nextTs: await nextTime(pattern, timeZone, now()) };
    const last = await this.actorOf(schedule.sessionId ?? undefined);
    if (last !== null && last.conversation.liveRuns.size > 0) {
      return schedules.save({ ...moved, skipped: schedule.skipped + 1 });
    }
    const agentId = schedule.agentId ?? (await agents.defaultAgent(projectRoot));
    const { actor, created } = await this.place(
      schedule.session === "same" ? last : null,
      projectRoot,
      agentId,
    );
    const next = { ...moved, lastTs: now(), sessionId: actor.session.sessionId };
    const sender = { kind: "system" as const, name: "schedule" };
    await this.say(actor, created, () =>
      actor.chat({ text, sender, trigger: "schedule" }, agentId, {
        created,
        documents: scheduleWritten(next),
      }),
    ).catch(async (error: unknown) => {
      // One that cannot be prompted is not tried again before its next time.
      await schedules.save(moved);
      throw error;
    });
    schedules.changed(next);
  }

  private async place(known: SessionActor | null, projectRoot: string, agentId: string) {
    if (known !== null) return { actor: known, created: undefined };
    const created = await this.options.prepare({ projectRoot, agentId });
    return { actor: this.options.actors.begin(created), created };
  }

  private async say(
    actor: SessionActor,
    created: NewSession | undefined,
    chat: () => Promise<unknown>,
  ): Promise<void> {
    try {
      await chat();
    } catch (error) {
      if (created !== undefined) await this.options.actors.forget(actor.session.sessionId);
      throw error;
    }
  }

  /** Null where there is none any more. */
  private async actorOf(sessionId: string | undefined): Promise<SessionActor | null> {
    return sessionId === undefined ? null : this.options.actors.of(sessionId).catch(() => null);
  }
}

type Documents = NonNullable<Commit["documents"]>;
