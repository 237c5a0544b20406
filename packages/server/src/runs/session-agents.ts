import type { AskingRun, Backend, EventBody, Prompt } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import type { SessionActor } from "../sessions/session-actor.ts";
import type { ActorOptions } from "../sessions/session-actor-options.ts";
import { settingsIn } from "./chosen-model.ts";
import { inBackground } from "./in-background.ts";
import { orphanEnds } from "./leftovers.ts";
import { SessionAgent } from "./session-agent.ts";

export interface SessionAgentsOptions extends ActorOptions {
  readonly actor: SessionActor;
  /** an agent is free for the next message. */
  readonly onFree: (agent: SessionAgent) => void;
}

/** The agents of a session: one for each agent, from its first message on. an agent that is given up is replaced. */
export class SessionAgents {
  private readonly options: SessionAgentsOptions;
  private readonly agents = new Map<string, Promise<SessionAgent>>();
  private readonly taken = new Set<SessionAgent>();
  /** Agents whose last agent was given up; runs of it may be open in the log. */
  private readonly left = new Set<string>();
  /** Nobody takes an agent here any more. */
  private isClosed = false;

  constructor(options: SessionAgentsOptions) {
    this.options = options;
  }

  get hasPrograms(): boolean {
    return [...this.taken].some(({ program }) => program.exists);
  }

  /** An agent's agent, which it takes if it has none. */
  of(agentId: string): Promise<SessionAgent> {
    let agent = this.agents.get(agentId);
    if (agent === undefined && this.isClosed)
      return Promise.reject(new PolylogError("store_conflict", "The session was changed. Try again."));
    if (agent === undefined) {
      agent = this.take(agentId);
      this.agents.set(agentId, agent);
      agent.catch(() => this.agents.delete(agentId));
    }
    return agent;
  }

  /** An agent's agent, where it has one. */
  find(agentId: string): Promise<SessionAgent> | undefined {
    return this.agents.get(agentId);
  }

  /** Gives a run that is in the log to its agent, whose agent may have been given up while it was written. */
  async begin(agent: SessionAgent, prompt: Prompt, opened = Promise.resolve()): Promise<void> {
    const { session, onTrouble } = this.options;
    this.left.delete(agent.agentId);
    const taken = agent.isGone ? await this.of(agent.agentId) : agent;
    inBackground(session, taken.begin(prompt, opened), onTrouble);
  }

  /** Gives a run that an earlier process began back to its agent. */
  continueRun(agent: SessionAgent, run: AskingRun, opened: Promise<void>): void {
    inBackground(this.options.session, agent.continueRun(run, opened), this.options.onTrouble);
  }

  /**
   * The backend that an agent's asks are from; null where nobody can tell: the agent is not there, its run is being
   * stopped, or another program had its name.
   */
  async askingBackend(agentId: string): Promise<Backend | null> {
    if ((await this.options.resumeName(agentId)) !== undefined) return null;
    const agent = await this.of(agentId).catch(() => null);
    return agent === null || agent.isStopping ? null : agent.backend;
  }

  /** The end of what had to be left open because nothing could be written. */
  leftovers(agentId: string): EventBody[] {
    return this.left.has(agentId) ? orphanEnds(this.options.session.conversation, agentId) : [];
  }

  /** What the agents say from now on is not written any more. */
  async mute(): Promise<void> {
    this.isClosed = true;
    for (const agent of this.agents.values()) (await agent.catch(() => null))?.mute();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const agents = await Promise.allSettled(this.agents.values());
    await Promise.allSettled(
      agents.map((agent) => (agent.status === "fulfilled" ? agent.value.close() : null)),
    );
  }

  private async take(agentId: string): Promise<SessionAgent> {
    const { actor, session, log, blobs, projectRuns, agentFor, modes, host, tools, places, idleMs } =
      this.options;
    const { resumeName, saveResumeName, onAsk, onFree, onTrouble } = this.options;
    const { backend } = await agentFor(agentId, session.projectRoot);
    const taken = new SessionAgent({
      session,
      agentId,
      backend,
      settings: async () => {
        const { settings } = await agentFor(agentId, session.projectRoot);
        return settingsIn(session.conversation, agentId, settings);
      },
      access: (runId) => modes.access(actor, agentId, runId),
      heardMode: (runId, body, write) =>
        modes.inTurn(actor, async () => {
          const { isRefused, ...change } = await modes.heard(actor, agentId, runId, body);
          await write(change);
          return isRefused;
        }),
      host: await host(session, backend),
      tools: (agent) => tools({ actor, agentId, runId: () => agent.runId }),
      resume: await resumeName(agentId),
      log,
      blobs,
      projectRuns,
      mailbox: actor.mailbox,
      undelivered: actor.undelivered,
      onIdle: onFree,
      onGone: (agent) => {
        this.agents.delete(agent.agentId);
        this.taken.delete(agent);
        this.left.add(agent.agentId);
        onFree(agent);
      },
      onAsk: (agent, body) => onAsk(actor, agent, body),
      onNativeSession: (_, name) => saveResumeName(agentId, name),
      onTrouble,
      places,
      idleMs,
    });
    this.taken.add(taken);
    return taken;
  }
}
