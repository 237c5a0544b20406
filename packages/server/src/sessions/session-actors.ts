import { entryAt, MAIN } from "@polylog/core";
import { limits } from "../limits.ts";
import { type LiveSession, readLine } from "../log/live-session.ts";
import { Recent } from "../log/recent.ts";
import { findOwedReports, reportSettled } from "../runs/changes/owed-reports.ts";
import { inBackground } from "../runs/in-background.ts";
import { findUndelivered, forgetUndelivered } from "../runs/undelivered.ts";
import type { EventStore, NewSession } from "../store/store.ts";
import { continueRuns, keptIn } from "./recovery/continue-runs.ts";
import { type Interruption, interruption, spentMeanwhile } from "./recovery/interruption.ts";
import type { KeptRuns } from "./recovery/kept-runs.ts";
import { redeliver } from "./recovery/redeliver.ts";
import { SessionActor } from "./session-actor.ts";
import type { ActorOptions } from "./session-actor-options.ts";

/** What every actor needs of the rest of the server, but for what is its session's own. */
export interface SessionActorsOptions
  extends Omit<ActorOptions, "session" | "resumeName" | "saveResumeName"> {
  readonly store: EventStore;
}

/** By session and agent: what the agent's program calls the session. */
export const RESUME = "native_session";

export function resumeKey(sessionId: string, agentId: string): string {
  return `${sessionId}/${agentId}`;
}

interface Waiting {
  readonly kept: KeptRuns;
  /** Why they are not continued: nothing more may be spent. */
  readonly spent: Interruption | null;
}

const nothingWaits: Waiting = { kept: { roots: new Map(), runIds: new Set() }, spent: null };

/** The sessions that are at work, each with one actor. */
export class SessionActors {
  private readonly options: SessionActorsOptions;
  private readonly actors = new Recent<SessionActor>(limits.restingSessions, (actor) => actor.isAtRest);
  /** Agents may start: everything they need of the server is there. */
  private readonly opened = Promise.withResolvers<void>();

  constructor(options: SessionActorsOptions) {
    this.options = options;
  }

  of(sessionId: string): Promise<SessionActor> {
    const known = this.actors.find(sessionId);
    if (known !== undefined) return known;
    const loading = this.options.log.session(sessionId).then((session) => this.make(session));
    return this.actors.load(sessionId, loading);
  }

  /** Those at work in a project. */
  async inProject(projectRoot: string): Promise<SessionActor[]> {
    const actors = await Promise.allSettled(this.actors.all());
    return actors
      .flatMap((actor) => (actor.status === "fulfilled" ? [actor.value] : []))
      .filter(({ session }) => session.projectRoot === projectRoot);
  }

  /** The agents that are at work in a project. */
  async busyIn(projectRoot: string): Promise<Set<string>> {
    const busy = new Set<string>();
    for (const { conversation } of await this.inProject(projectRoot)) {
      for (const index of conversation.liveRuns.values()) {
        const run = conversation.runs.get(index);
        if (run?.lane === MAIN) busy.add(run.agentId);
      }
    }
    return busy;
  }

  begin(created: NewSession): SessionActor {
    const actor = this.make(this.options.log.begin(created));
    this.actors.put(created.sessionId, actor);
    return actor;
  }

  /**
   * Changes a session from outside its log (deleted, cut back) while nobody else decides in it. Whoever asks for it
   * meanwhile waits, and then finds it as it is. A change that is refused leaves its agents at what they do.
   */
  async change(
    sessionId: string,
    check: (actor: SessionActor) => void,
    work: () => Promise<void>,
  ): Promise<void> {
    const actor = await this.of(sessionId);
    const changed = actor.mailbox.run(async () => {
      check(actor);
      // What an agent says meanwhile is written before it, or refused because the session is another now.
      await work();
      const documents = actor.undelivered.removedAll();
      if (documents.length > 0) await this.options.store.commit({ documents });
      await this.options.log.forget(sessionId);
      await actor.agents.mute();
    });
    const anew = changed.then(
      async () => this.make(await this.options.log.session(sessionId)),
      () => actor,
    );
    this.actors.load(sessionId, anew);
    await changed;
    await actor.agents.close();
  }

  /** Lets go of a session that never came to be. */
  async forget(sessionId: string): Promise<void> {
    const actor = await this.actors.find(sessionId)?.catch(() => undefined);
    this.actors.delete(sessionId);
    await this.options.log.forget(sessionId);
    await actor?.agents.close();
  }

  /**
   * After a restart: prompts that no agent was given are delivered once the server is open, runs that wait for a person are
   * continued where their agent can do that, and every other run that was alive is interrupted. Gives how many were.
   */
  async recover(onDamage: (sessionId: string, error: unknown) => void = () => {}): Promise<number> {
    const { store } = this.options;
    const left = Map.groupBy(await store.runs({ live: true, limit: 100_000 }), ({ sessionId }) => sessionId);
    const owed = await findOwedReports(store);
    const waiting = await this.waiting(left.keys());
    const starting = await this.redeliver(waiting, onDamage);
    await this.findChanges(left.keys(), starting);
    let interrupted = 0;
    for (const [sessionId, runs] of left) {
      try {
        const actor = await this.of(sessionId);
        const ids = new Set(runs.map(({ runId }) => runId));
        const { kept, spent } = waiting.get(sessionId) ?? nothingWaits;
        for (const [runId] of actor.conversation.liveRuns) {
          // It starts over, also in the log of the agent that waits for the answer; or it began after the restart.
          if (starting.has(runId) || !ids.has(runId)) continue;
          const waits = kept.runIds.has(runId);
          if (waits && spent === null) continue;
          const error = waits ? spent : null;
          const why = error ?? interruption(actor.conversation, runId, "restarted");
          await actor.endOrphan(runId, why, "interrupted");
          interrupted++;
        }
        if (spent === null && kept.roots.size > 0) await this.continueRuns(actor, kept);
      } catch (damage) {
        // One session that cannot be read must not keep the others from starting.
        onDamage(sessionId, damage);
      }
    }
    for (const { sessionId, runId } of owed) {
      const actor = await this.of(sessionId).catch(() => null);
      if (actor !== null) actor.report(runId);
      else if ((await store.session(sessionId)) === null)
        await store.commit({ documents: reportSettled({ sessionId, runId }) });
    }
    return interrupted;
  }

  /** All runs that were at work at once, before one of them is reported on: each is told its own changes. */
  private async findChanges(sessionIds: Iterable<string>, starting: ReadonlySet<string>): Promise<void> {
    const { projectRuns } = this.options;
    for (const sessionId of sessionIds) {
      const actor = await this.of(sessionId).catch(() => null);
      if (actor === null) continue;
      const { session, conversation } = actor;
      for (const index of conversation.liveRuns.values()) {
        const run = conversation.runs.get(index);
        if (run === undefined || run.parentRunId !== null || starting.has(run.runId)) continue;
        await projectRuns.continueRun(session, run.agentId, run.runId, true).catch(() => undefined);
      }
    }
  }

  /** What waits for a person in these sessions and can be continued, unless the budget is spent. */
  private async waiting(sessionIds: Iterable<string>): Promise<ReadonlyMap<string, Waiting>> {
    const waiting = new Map<string, Waiting>();
    for (const sessionId of sessionIds) {
      // One that cannot be read is told of later.
      const actor = await this.of(sessionId).catch(() => null);
      if (actor === null || actor.conversation.pendingAsks.size === 0) continue;
      const kept = await keptIn(actor);
      if (kept.roots.size === 0) continue;
      const spent = await this.options.assertBudget(actor.session).then(() => null, spentMeanwhile);
      waiting.set(sessionId, { kept, spent });
    }
    return waiting;
  }

  /** Rules and the mode decide what they would decide now: the last server may have ended before it asked them. */
  private async continueRuns(actor: SessionActor, kept: KeptRuns): Promise<void> {
    await continueRuns(actor, kept, this.opened.promise);
    const { store, onAsk, onTrouble } = this.options;
    const { session, conversation } = actor;
    const consider = async () => {
      await this.opened.promise;
      for (const { agentId, askIds } of kept.roots.values()) {
        for (const askId of askIds) {
          const place = conversation.asks.get(askId);
          const { seq } = place === undefined ? { seq: 0 } : entryAt(conversation, place);
          const [stored] = await store.events(session.sessionId, seq - 1, 1);
          const event = stored === undefined ? null : readLine(stored.line);
          if (event?.type === "permission_request" && event.requestId === askId)
            onAsk(actor, await actor.agents.of(agentId), event);
        }
      }
    };
    inBackground(session, consider(), onTrouble);
  }

  /** Gives the runs that start over. */
  private async redeliver(
    waiting: ReadonlyMap<string, Waiting>,
    onDamage: (sessionId: string, error: unknown) => void,
  ): Promise<Set<string>> {
    const { store, pauseOf } = this.options;
    const starting = new Set<string>();
    for (const found of await findUndelivered(store)) {
      try {
        const row = await store.session(found.sessionId);
        const actor = row === null ? null : await this.of(found.sessionId);
        const mayRun = pauseOf(found.by) === null;
        const { kept, spent } = waiting.get(found.sessionId) ?? nothingWaits;
        // A run that is continued has the message from the log.
        const isThere = found.steers && spent === null && kept.roots.has(found.prompt.runId);
        const isKept =
          actor !== null && !isThere && (await redeliver(actor, found, mayRun, this.opened.promise));
        if (!isKept) await forgetUndelivered(store, found);
        if (actor?.undelivered.has(found.id) === true) starting.add(found.id);
      } catch (damage) {
        onDamage(found.sessionId, damage);
      }
    }
    return starting;
  }

  /** Starts the agents and the queues that were waiting when the server stopped. */
  async startQueues(): Promise<void> {
    this.opened.resolve();
    for await (const actor of this.withQueues()) {
      for (const [agentId] of actor.conversation.agents)
        inBackground(actor.session, actor.queue.startNext(agentId), this.options.onTrouble);
    }
  }

  /** The sessions in which messages are queued. */
  async *withQueues(): AsyncGenerator<SessionActor> {
    for (let cursor: string | undefined; ; ) {
      const page = await this.options.store.sessions({ limit: 200, cursor });
      for (const row of page.items.filter(({ queued }) => queued > 0)) {
        const actor = await this.of(row.sessionId).catch(() => null);
        if (actor !== null) yield actor;
      }
      if (page.cursor === null) return;
      cursor = page.cursor;
    }
  }

  /**
   * Ends every run as interrupted, unless the next start can deliver its prompt or continue it where it waits; then every
   * program.
   */
  async stop(): Promise<void> {
    const actors = await Promise.allSettled(this.actors.all());
    const open = actors.flatMap((actor) => (actor.status === "fulfilled" ? [actor.value] : []));
    await Promise.allSettled(
      open.map(async (actor) => {
        await actor.agents.mute();
        // A message that was being taken has its run in the log by then.
        await actor.mailbox.run(async () => {});
        const { runIds } = await keptIn(actor);
        for (const [runId] of [...actor.conversation.liveRuns]) {
          if (actor.undelivered.has(runId) || runIds.has(runId)) continue;
          const error = interruption(actor.conversation, runId, "stopped");
          // On a full disk it is refused, and the next start settles it.
          await actor.endOrphan(runId, error, "interrupted", true).catch(() => undefined);
        }
        await Promise.all([actor.agents.close(), actor.reported()]);
      }),
    );
  }

  private make(session: LiveSession): SessionActor {
    const { store, ...shared } = this.options;
    const { log, onTrouble } = shared;
    const name = (agentId: string) => resumeKey(session.sessionId, agentId);
    return new SessionActor({
      ...shared,
      session,
      resumeName: async (agentId) => {
        const stored = await store.document(RESUME, name(agentId));
        return typeof stored === "string" ? stored : undefined;
      },
      saveResumeName: (agentId, value) => {
        const documents = [{ kind: RESUME, key: name(agentId), value }];
        inBackground(session, log.append(session, { bodies: [], documents, refusable: false }), onTrouble);
      },
    });
  }
}
