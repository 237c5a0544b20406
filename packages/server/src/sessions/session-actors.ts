import { type CreateSession, MAIN } from "@polylog/core";
import type { Agents } from "../agents/agents.ts";
import { limits } from "../limits.ts";
import type { LiveSession } from "../log/live-session.ts";
import { WeakLruCache } from "../log/weak-lru-cache.ts";
import { inBackground } from "../runs/in-background.ts";
import type { EventStore, NewSession } from "../store/store.ts";
import { projectFolder } from "../workspace/project-folder.ts";
import { interruption } from "./recovery/interruption.ts";
import { SessionActor, type SessionActorOptions } from "./session-actor.ts";

/** The services shared by all actors. */
export interface SessionActorsOptions
  extends Omit<SessionActorOptions, "session" | "resumeName" | "saveResumeName"> {
  readonly store: EventStore;
  readonly agents: Agents;
}

/** The id that an agent's program uses for a session, by session and agent. */
export const RESUME = "native_session";

export function resumeKey(sessionId: string, agentId: string): string {
  return `${sessionId}/${agentId}`;
}

/** The active sessions, each with one actor. */
export class SessionActors {
  private readonly options: SessionActorsOptions;
  private readonly actors = new WeakLruCache<SessionActor>(
    limits.idleSessionsInMemory,
    (actor) => actor.isInactive,
  );

  constructor(options: SessionActorsOptions) {
    this.options = options;
  }

  of(sessionId: string): Promise<SessionActor> {
    const known = this.actors.find(sessionId);
    if (known !== undefined) return known;
    const loading = this.options.log.session(sessionId).then((session) => this.make(session));
    return this.actors.load(sessionId, loading);
  }

  /** The active sessions of a project. */
  async inProject(projectRoot: string): Promise<SessionActor[]> {
    const actors = await Promise.allSettled(this.actors.all());
    return actors
      .flatMap((actor) => (actor.status === "fulfilled" ? [actor.value] : []))
      .filter(({ session }) => session.projectRoot === projectRoot);
  }

  /** The busy agents of a project. */
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

  /** A session that is about to start, with an agent that can be used. */
  async prepare(input: Pick<CreateSession, "projectRoot" | "agentId">): Promise<NewSession> {
    const { agents, newId, now } = this.options;
    const projectRoot = await projectFolder(input.projectRoot);
    const agentId = await agents.defaultFor({ agentId: input.agentId, projectRoot });
    await agents.find(agentId, projectRoot);
    return { sessionId: newId(), projectRoot, agentId, createdTs: now() };
  }

  begin(created: NewSession): SessionActor {
    const actor = this.make(this.options.log.begin(created));
    this.actors.put(created.sessionId, actor);
    return actor;
  }

  /**
   * Changes a session from outside its log (delete, rewind) without concurrent decisions. Callers that request it in the
   * meantime wait and then get its new state. If the change is rejected, its agents continue unaffected.
   */
  async change(
    sessionId: string,
    check: (actor: SessionActor) => void,
    work: () => Promise<void>,
  ): Promise<void> {
    const actor = await this.of(sessionId);
    const changed = actor.mailbox.run(async () => {
      check(actor);
      // Events of agents in the meantime are written before the change, or rejected because the session has changed.
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

  /** Drops a session that was never created. */
  async forget(sessionId: string): Promise<void> {
    const actor = await this.actors.find(sessionId)?.catch(() => undefined);
    this.actors.delete(sessionId);
    await this.options.log.forget(sessionId);
    await actor?.agents.close();
  }

  /** The sessions with queued messages. */
  async *withQueues(): AsyncGenerator<SessionActor> {
    for (let cursor: string | undefined; ; ) {
      const page = await this.options.store.sessions({ hasQueue: true, limit: 200, cursor });
      for (const { sessionId } of page.items) {
        const actor = await this.of(sessionId).catch(() => null);
        if (actor !== null) yield actor;
      }
      if (page.cursor === null) return;
      cursor = page.cursor;
    }
  }

  /**
   * Interrupts every run, unless the next start can deliver its prompt or continue it where it waits; then stops every
   * program.
   */
  async stop(): Promise<void> {
    const actors = await Promise.allSettled(this.actors.all());
    const open = actors.flatMap((actor) => (actor.status === "fulfilled" ? [actor.value] : []));
    await Promise.allSettled(
      open.map(async (actor) => {
        await actor.agents.mute();
        // A message that was being accepted has its run in the log by then.
        await actor.mailbox.run(async () => {});
        const { runIds } = await actor.keptRuns();
        for (const [runId] of [...actor.conversation.liveRuns]) {
          if (actor.undelivered.has(runId) || runIds.has(runId)) continue;
          const error = interruption(actor.conversation, runId, "stopped");
          // On a full disk this fails, and the next start settles the run.
          await actor.runs.endOrphan(runId, error, "interrupted", true).catch(() => undefined);
        }
        await Promise.all([actor.agents.close(), actor.runs.reported()]);
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
