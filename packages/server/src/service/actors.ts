import { MAIN } from "@polylog/core";
import { limits } from "../limits.ts";
import type { LiveSession } from "../log/live-session.ts";
import { Recent } from "../log/recent.ts";
import type { ActorOptions } from "../runs/actor-options.ts";
import { interruption } from "../runs/interruption.ts";
import { redeliver } from "../runs/redeliver.ts";
import { SessionActor } from "../runs/session-actor.ts";
import { unattended } from "../runs/unattended.ts";
import { findUndelivered, forgetUndelivered } from "../runs/undelivered.ts";
import type { EventStore, NewSession } from "../store/store.ts";

/** What every actor needs of the rest of the server, but for what is its session's own. */
export interface ActorsOptions extends Omit<ActorOptions, "session" | "resumeName" | "saveResumeName"> {
  readonly store: EventStore;
}

/** By session and agent: what the agent's program calls the session. */
export const RESUME = "native_session";

export function resumeKey(sessionId: string, agentId: string): string {
  return `${sessionId}/${agentId}`;
}

/** The sessions that are at work, each with one actor. */
export class Actors {
  private readonly options: ActorsOptions;
  private readonly actors = new Recent<SessionActor>(limits.restingSessions, (actor) => actor.isAtRest);
  /** Agents may start: everything they need of the server is there. */
  private readonly opened = Promise.withResolvers<void>();

  constructor(options: ActorsOptions) {
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
      await actor.seats.mute();
    });
    const anew = changed.then(
      async () => this.make(await this.options.log.session(sessionId)),
      () => actor,
    );
    this.actors.load(sessionId, anew);
    await changed;
    await actor.seats.close();
  }

  /** Lets go of a session that never came to be. */
  async forget(sessionId: string): Promise<void> {
    const actor = await this.actors.find(sessionId)?.catch(() => undefined);
    this.actors.delete(sessionId);
    await this.options.log.forget(sessionId);
    await actor?.seats.close();
  }

  /**
   * After a crash: prompts that no agent was given are delivered once the server is open, and every other run that was
   * alive is interrupted. Gives how many were.
   */
  async recover(onDamage: (sessionId: string, error: unknown) => void = () => {}): Promise<number> {
    const { store } = this.options;
    const left = await store.runs({ live: true, limit: 100_000 });
    const starting = await this.redeliver(onDamage);
    let interrupted = 0;
    for (const [sessionId, runs] of Map.groupBy(left, (run) => run.sessionId)) {
      try {
        const actor = await this.of(sessionId);
        const ids = new Set(runs.map(({ runId }) => runId));
        for (const [runId] of actor.conversation.liveRuns) {
          // It starts over, also in the log of the agent that waits for the answer; or it began after the restart.
          if (starting.has(runId) || !ids.has(runId)) continue;
          const error = interruption(actor.conversation, runId, "restarted");
          await actor.endLeftover(runId, error, "interrupted");
          interrupted++;
        }
      } catch (damage) {
        // One session that cannot be read must not keep the others from starting.
        onDamage(sessionId, damage);
      }
    }
    return interrupted;
  }

  /** Gives the runs that start over. */
  private async redeliver(onDamage: (sessionId: string, error: unknown) => void): Promise<Set<string>> {
    const { store, pauseOf } = this.options;
    const starting = new Set<string>();
    for (const found of await findUndelivered(store)) {
      try {
        const row = await store.session(found.sessionId);
        const actor = row === null ? null : await this.of(found.sessionId);
        const mayRun = pauseOf(found.by) === null;
        const isKept = actor !== null && (await redeliver(actor, found, mayRun, this.opened.promise));
        if (!isKept) await forgetUndelivered(store, found);
        if (actor?.undelivered.has(found.id) === true) starting.add(found.id);
      } catch (damage) {
        onDamage(found.sessionId, damage);
      }
    }
    return starting;
  }

  /** Starts the agents and the queues that were waiting when the server stopped. */
  async goOn(): Promise<void> {
    this.opened.resolve();
    for await (const actor of this.withQueues()) {
      for (const [agentId] of actor.conversation.agents)
        unattended(actor.session, actor.queue.goOn(agentId), this.options.onTrouble);
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

  /** Ends every run as interrupted, unless its prompt can be delivered after the next start; then every program. */
  async stop(): Promise<void> {
    const actors = await Promise.allSettled(this.actors.all());
    const open = actors.flatMap((actor) => (actor.status === "fulfilled" ? [actor.value] : []));
    await Promise.allSettled(
      open.map(async (actor) => {
        await actor.seats.mute();
        // A message that was being taken has its run in the log by then.
        await actor.mailbox.run(async () => {});
        for (const [runId] of [...actor.conversation.liveRuns]) {
          if (actor.undelivered.has(runId)) continue;
          const error = interruption(actor.conversation, runId, "stopped");
          // On a full disk it is refused, and the next start settles it.
          await actor.endLeftover(runId, error, "interrupted", true).catch(() => undefined);
        }
        await Promise.all([actor.seats.close(), actor.reported()]);
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
        unattended(session, log.append(session, { bodies: [], documents, refusable: false }), onTrouble);
      },
    });
  }
}
