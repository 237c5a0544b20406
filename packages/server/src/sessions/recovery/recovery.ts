import { entryAt } from "@polylog/core";
import { readLine } from "../../log/live-session.ts";
import { findOwedReports, reportSettled } from "../../runs/changes/owed-reports.ts";
import type { ProjectRuns } from "../../runs/changes/project-runs.ts";
import { findUndelivered, forgetUndelivered } from "../../runs/undelivered.ts";
import type { EventStore } from "../../store/store.ts";
import type { SessionActor, SessionActorOptions } from "../session-actor.ts";
import type { SessionActors } from "../session-actors.ts";
import { budgetExceeded, type Interruption, interruption } from "./interruption.ts";
import type { KeptRuns } from "./kept-runs.ts";

export interface RecoveryOptions extends Pick<SessionActorOptions, "assertBudget" | "pauseOf" | "onAsk"> {
  readonly store: EventStore;
  readonly actors: SessionActors;
  readonly projectRuns: ProjectRuns;
}

interface Waiting {
  readonly kept: KeptRuns;
  /** Set if the runs are not continued because a budget is used up. */
  readonly budgetError: Interruption | null;
}

const noneWaiting: Waiting = { kept: { roots: new Map(), runIds: new Set() }, budgetError: null };

/** Recovers the work of the previous server process after a restart. */
export class Recovery {
  private readonly options: RecoveryOptions;
  /** Resolves when agents may start, because all services that they need are ready. */
  private readonly opened = Promise.withResolvers<void>();

  constructor(options: RecoveryOptions) {
    this.options = options;
  }

  /**
   * Undelivered prompts are delivered once the server is open, runs that wait for a person are continued if their agent
   * supports it, and every other live run is interrupted. Returns the number of interrupted runs.
   */
  async recover(onDamage: (sessionId: string, error: unknown) => void = () => {}): Promise<number> {
    const { store, actors } = this.options;
    const liveRuns = Map.groupBy(
      await store.runs({ live: true, limit: 100_000 }),
      ({ sessionId }) => sessionId,
    );
    const pendingReports = await findOwedReports(store);
    const waiting = await this.waiting(liveRuns.keys());
    const starting = await this.redeliver(waiting, onDamage);
    await this.findChanges(liveRuns.keys(), starting);
    let interrupted = 0;
    for (const [sessionId, runs] of liveRuns) {
      try {
        const actor = await actors.of(sessionId);
        const ids = new Set(runs.map(({ runId }) => runId));
        const { kept, budgetError } = waiting.get(sessionId) ?? noneWaiting;
        for (const [runId] of actor.conversation.liveRuns) {
          // It restarts, also in the log of the agent that waits for its answer; or it started after the restart.
          if (starting.has(runId) || !ids.has(runId)) continue;
          const waits = kept.runIds.has(runId);
          if (waits && budgetError === null) continue;
          const error = waits ? budgetError : null;
          const why = error ?? interruption(actor.conversation, runId, "restarted");
          await actor.runs.endOrphan(runId, why, "interrupted");
          interrupted++;
        }
        if (budgetError === null && kept.roots.size > 0) await this.continueRuns(actor, kept);
      } catch (damage) {
        // An unreadable session must not prevent the others from starting.
        onDamage(sessionId, damage);
      }
    }
    for (const { sessionId, runId } of pendingReports) {
      const actor = await actors.of(sessionId).catch(() => null);
      if (actor !== null) actor.runs.report(runId);
      else if ((await store.session(sessionId)) === null)
        await store.commit({ documents: reportSettled({ sessionId, runId }) });
    }
    return interrupted;
  }

  /** Starts the agents and queues that were waiting when the server stopped. */
  async startQueues(): Promise<void> {
    this.opened.resolve();
    for await (const actor of this.options.actors.withQueues()) {
      for (const [agentId] of actor.conversation.agents) actor.inBackground(actor.queue.startNext(agentId));
    }
  }

  /** Registers all runs that were live at the same time before reporting on any of them, so that each gets its own changes. */
  private async findChanges(sessionIds: Iterable<string>, starting: ReadonlySet<string>): Promise<void> {
    const { actors, projectRuns } = this.options;
    for (const sessionId of sessionIds) {
      const actor = await actors.of(sessionId).catch(() => null);
      if (actor === null) continue;
      const { session, conversation } = actor;
      for (const index of conversation.liveRuns.values()) {
        const run = conversation.runs.get(index);
        if (run === undefined || run.parentRunId !== null || starting.has(run.runId)) continue;
        await projectRuns.continueRun(session, run.agentId, run.runId, true).catch(() => undefined);
      }
    }
  }

  /** The runs in these sessions that wait for a person and can be continued, unless the budget is used up. */
  private async waiting(sessionIds: Iterable<string>): Promise<ReadonlyMap<string, Waiting>> {
    const { actors, assertBudget } = this.options;
    const waiting = new Map<string, Waiting>();
    for (const sessionId of sessionIds) {
      // An unreadable session is reported later.
      const actor = await actors.of(sessionId).catch(() => null);
      if (actor === null || actor.conversation.pendingAsks.size === 0) continue;
      const kept = await actor.keptRuns();
      if (kept.roots.size === 0) continue;
      const budgetError = await assertBudget(actor.session).then(() => null, budgetExceeded);
      waiting.set(sessionId, { kept, budgetError });
    }
    return waiting;
  }

  /** Applies the current rules and mode to open asks, because the previous process may have ended before it did. */
  private async continueRuns(actor: SessionActor, kept: KeptRuns): Promise<void> {
    await actor.continueRuns(kept, this.opened.promise);
    const { store, onAsk } = this.options;
    const { session, conversation } = actor;
    const decideAsks = async () => {
      await this.opened.promise;
      for (const { agentId, askIds } of kept.roots.values()) {
        for (const askId of askIds) {
          const place = conversation.asks.get(askId);
          const { seq } = place === undefined ? { seq: 0 } : entryAt(conversation, place);
          const [stored] = await store.events(session.sessionId, seq - 1, 1);
          const event = stored === undefined ? null : readLine(stored.line);
          if (event?.type !== "permission_request" || event.requestId !== askId) continue;
          await actor.agents.of(agentId);
          onAsk(actor, event);
        }
      }
    };
    actor.inBackground(decideAsks());
  }

  /** Returns the restarting runs. */
  private async redeliver(
    waiting: ReadonlyMap<string, Waiting>,
    onDamage: (sessionId: string, error: unknown) => void,
  ): Promise<Set<string>> {
    const { store, actors, pauseOf } = this.options;
    const starting = new Set<string>();
    for (const found of await findUndelivered(store)) {
      try {
        const row = await store.session(found.sessionId);
        const actor = row === null ? null : await actors.of(found.sessionId);
        const mayRun = pauseOf(found.by) === null;
        const { kept, budgetError } = waiting.get(found.sessionId) ?? noneWaiting;
        // A continued run has the message from the log.
        const isThere = found.steers && budgetError === null && kept.roots.has(found.prompt.runId);
        const isKept =
          actor !== null && !isThere && (await actor.redeliver(found, mayRun, this.opened.promise));
        if (!isKept) await forgetUndelivered(store, found);
        if (actor?.undelivered.has(found.id) === true) starting.add(found.id);
      } catch (damage) {
        onDamage(found.sessionId, damage);
      }
    }
    return starting;
  }
}
