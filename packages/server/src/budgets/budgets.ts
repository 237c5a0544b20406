import type { Budget, BudgetState, Conversation, StateChange } from "@polylog/core";
import { isCostComplete, MAIN, sessionUsage } from "@polylog/core";
import type { LiveSession } from "../log/live-session.ts";
import type { Watchers } from "../log/watchers.ts";
import type { Mission } from "../missions/mission.ts";
import type { Missions } from "../missions/missions.ts";
import { PolylogError } from "../polylog-error.ts";
import { getSession } from "../sessions/get-session.ts";
import type { SessionActor } from "../sessions/session-actor.ts";
import type { SessionActors } from "../sessions/session-actors.ts";
import type { EventStore } from "../store/store.ts";
import { projectFolder } from "../workspace/project-folder.ts";
import { exceeded, nearlyExceeded, type Used } from "./exceeded.ts";

const KIND = "budget";

/** The scope of a budget: one session, or everything that a project spends in a day. */
export type BudgetScope =
  | { readonly scope: "session"; readonly sessionId: string }
  | { readonly scope: "day"; readonly projectRoot: string };

interface Kept extends Budget {
  /** Set after the warning was sent; for a day's budget, the day it was sent on. */
  readonly warned: string | null;
}

export interface BudgetsOptions {
  readonly store: EventStore;
  readonly actors: () => SessionActors;
  readonly missions: Missions;
  readonly watchers: Watchers;
  readonly now: () => number;
  readonly publishChange: (change: StateChange) => void;
}

/** Budgets of sessions, missions and days. Runs that exceed a budget are stopped with an explanation. */
export class Budgets {
  private readonly options: BudgetsOptions;
  private readonly kept = new Map<string, Kept>();
  private readonly enforcing = new Map<string, Promise<void>>();

  constructor(options: BudgetsOptions) {
    this.options = options;
    options.watchers.watchAll((sessionId, { type }) => {
      if (type === "usage" || type === "run_ended") void this.enforceSoon(sessionId);
    });
  }

  async open(): Promise<void> {
    for (const { key, value } of await this.options.store.documents(KIND)) this.kept.set(key, value as Kept);
  }

  /** The limits and the amounts used. */
  async state(requested: BudgetScope): Promise<BudgetState> {
    const scope = await realScope(requested);
    const { costUsd, tokens } = this.kept.get(keyOf(scope)) ?? {};
    const used =
      scope.scope === "day"
        ? await this.usedToday(scope.projectRoot)
        : sessionUsage((await this.options.actors().of(scope.sessionId)).conversation);
    return {
      ...{ costUsd, tokens, usedUsd: used.costUsd, usedTokens: used.inputTokens + used.outputTokens },
      costComplete: used.costComplete,
    };
  }

  /** An empty budget removes it. */
  async set(requested: BudgetScope, { costUsd, tokens }: Budget): Promise<BudgetState> {
    const { store, publishChange } = this.options;
    const real = await realScope(requested);
    if (real.scope === "session") await getSession(store, real.sessionId);
    const kept = costUsd === undefined && tokens === undefined ? null : { costUsd, tokens, warned: null };
    await this.keep(keyOf(real), kept);
    const { scope: _, ...of } = real;
    publishChange({ changed: "budget", ...of });
    return this.state(real);
  }

  /** Rejects if a budget is used up. */
  async assert({ sessionId, projectRoot, conversation }: LiveSession): Promise<void> {
    const message = (await this.findExceeded(sessionId, projectRoot, conversation))?.message;
    if (message === undefined) return;
    throw new PolylogError("budget_exceeded", `${message} Raise it to continue.`, { sessionId });
  }

  private async findExceeded(sessionId: string, projectRoot: string, conversation: Conversation) {
    const own = this.kept.get(keyOf({ scope: "session", sessionId }));
    const used = sessionUsage(conversation);
    const sessionMessage = own === undefined ? null : exceeded(own, used, "this session");
    if (sessionMessage !== null) return { message: sessionMessage, whole: false, mission: null };
    const mission = await this.missionOf(sessionId, projectRoot);
    const missionMessage =
      mission?.budget === undefined
        ? null
        : exceeded(mission.budget, await this.usedFor(mission), "the mission");
    if (missionMessage !== null) return { message: missionMessage, whole: false, mission };
    const day = this.kept.get(keyOf({ scope: "day", projectRoot }));
    const dayMessage = day === undefined ? null : exceeded(day, await this.usedToday(projectRoot), "today");
    return dayMessage === null ? null : { message: dayMessage, whole: true, mission: null };
  }

  /** At most one check per session runs at a time; a request during a check triggers one more. */
  private enforceSoon(sessionId: string): Promise<void> {
    const before = this.enforcing.get(sessionId) ?? Promise.resolve();
    const next = before.then(() => this.enforce(sessionId)).catch(() => undefined);
    this.enforcing.set(sessionId, next);
    void next.then(() => {
      if (this.enforcing.get(sessionId) === next) this.enforcing.delete(sessionId);
    });
    return next;
  }

  private async enforce(sessionId: string): Promise<void> {
    const actor = await this.options.actors().of(sessionId);
    const { projectRoot } = actor.session;
    const exceededBudget = await this.findExceeded(sessionId, projectRoot, actor.conversation);
    if (exceededBudget === null) return this.warn(actor);
    const { mission, message } = exceededBudget;
    if (mission !== null && mission.paused === null) {
      const paused = { reason: "budget" as const, message };
      const isPaused = (await this.options.missions.update(mission, { paused })) !== null;
      // The budget may have been raised in the meantime.
      if (!isPaused && (await this.findExceeded(sessionId, projectRoot, actor.conversation)) === null) return;
    }
    const missions = mission === null ? [actor] : await this.actorsOf(mission);
    const others = exceededBudget.whole ? await this.options.actors().inProject(projectRoot) : missions;
    for (const other of others) await stop(other, message);
  }

  private async warn(actor: SessionActor): Promise<void> {
    const { sessionId, projectRoot } = actor.session;
    const used = sessionUsage(actor.conversation);
    const say = (text: string) =>
      actor.append({ bodies: [{ type: "notice", level: "warning", text }], refusable: true });
    const scopes: readonly (readonly [BudgetScope, () => Promise<Used>, string, string])[] = [
      [{ scope: "session", sessionId }, async () => used, "this session", "once"],
      [
        { scope: "day", projectRoot },
        () => this.usedToday(projectRoot),
        "today",
        new Date(this.options.now()).toDateString(),
      ],
    ];
    for (const [scope, total, whose, mark] of scopes) {
      const kept = this.kept.get(keyOf(scope));
      if (kept === undefined || kept.warned === mark) continue;
      const text = nearlyExceeded(kept, await total(), whose);
      if (text === null) continue;
      await this.keep(keyOf(scope), { ...kept, warned: mark });
      await say(text);
    }
    const mission = await this.missionOf(sessionId, projectRoot);
    if (mission?.budget === undefined || mission.warned) return;
    const text = nearlyExceeded(mission.budget, await this.usedFor(mission), "the mission");
    if (text === null) return;
    if ((await this.options.missions.update(mission, { warned: true })) !== null) await say(text);
  }

  private async missionOf(sessionId: string, projectRoot: string): Promise<Mission | null> {
    const mission = (await this.options.missions.active()).find((each) => each.projectRoot === projectRoot);
    const isIts = Object.values(mission?.agents ?? {}).some((agent) => agent.sessionId === sessionId);
    return mission !== undefined && isIts ? mission : null;
  }

  /** The sessions in which a mission's agents work. Deleted sessions are skipped. */
  private async actorsOf({ agents }: Mission): Promise<readonly SessionActor[]> {
    const sessionIds = new Set(Object.values(agents).map(({ sessionId }) => sessionId));
    const found = [...sessionIds].map((id) =>
      this.options
        .actors()
        .of(id)
        .catch(() => null),
    );
    return (await Promise.all(found)).filter((actor) => actor !== null);
  }

  /** The total usage of all agents of a mission. */
  private async usedFor(mission: Mission): Promise<Used> {
    const used = (await this.actorsOf(mission)).map(({ conversation }) => sessionUsage(conversation));
    return {
      costUsd: used.reduce((sum, each) => sum + each.costUsd, 0),
      inputTokens: used.reduce((sum, each) => sum + each.inputTokens, 0),
      outputTokens: used.reduce((sum, each) => sum + each.outputTokens, 0),
    };
  }

  private async usedToday(projectRoot: string): Promise<Used & { costComplete: boolean }> {
    const now = new Date(this.options.now());
    const from = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
    const rows = await this.options.store.usage({ from, to: now.getTime() + 1, projectRoot });
    const total = (field: "inputTokens" | "outputTokens" | "costNanos") =>
      rows.reduce((sum, row) => sum + row[field], 0);
    return {
      ...{ costUsd: total("costNanos") / 1e9, inputTokens: total("inputTokens") },
      outputTokens: total("outputTokens"),
      costComplete: isCostComplete(rows.map((row) => ({ ...row, costComplete: row.unpriced === 0 }))),
    };
  }

  private async keep(key: string, value: Kept | null): Promise<void> {
    await this.options.store.commit({ documents: [{ kind: KIND, key, value }] });
    if (value === null) this.kept.delete(key);
    else this.kept.set(key, value);
  }
}

async function stop(actor: SessionActor, message: string): Promise<void> {
  const { conversation } = actor;
  for (const index of [...conversation.liveRuns.values()]) {
    const run = conversation.runs.get(index);
    if (run === undefined || run.lane !== MAIN) continue;
    await actor.runs.cancel(run.runId, run.agentId, { code: "budget_exceeded", message });
  }
}

async function realScope(scope: BudgetScope): Promise<BudgetScope> {
  return scope.scope === "session"
    ? scope
    : { ...scope, projectRoot: await projectFolder(scope.projectRoot) };
}

function keyOf(scope: BudgetScope): string {
  return JSON.stringify(
    scope.scope === "session" ? ["session", scope.sessionId] : ["day", scope.projectRoot],
  );
}
