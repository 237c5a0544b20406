import type { AskAnswer, AskingRun, Backend, EventBody, Prompt } from "@polylog/core";
import { MAIN } from "@polylog/core";
import type { Agents } from "../agents/agents.ts";
import type { LiveSession } from "../log/live-session.ts";
import type { SessionModes } from "../permissions/session-modes.ts";
import { PolylogError } from "../polylog-error.ts";
import type { HostWithoutTools } from "./backend-host.ts";
import { ChosenModels } from "./chosen-model.ts";
import { inBackground } from "./in-background.ts";
import type { OpenTools } from "./program/agent-program.ts";
import { SessionAgent, type SessionAgentOptions } from "./session-agent.ts";
import { endingEvents } from "./settle.ts";

export interface SessionAgentsOptions
  extends Pick<
    SessionAgentOptions,
    | "session"
    | "log"
    | "blobs"
    | "projectRuns"
    | "mailbox"
    | "undelivered"
    | "queueUnread"
    | "onAsk"
    | "onTrouble"
    | "slots"
    | "idleMs"
  > {
  readonly agents: Pick<Agents, "find">;
  readonly modes: SessionModes;
  readonly host: (session: LiveSession, backend: Backend) => Promise<HostWithoutTools>;
  readonly tools: (agentId: string, runId: () => string | null) => OpenTools;
  readonly resumeName: (agentId: string) => Promise<string | undefined>;
  readonly saveResumeName: (agentId: string, name: string) => void;
  /** An agent is ready for the next message. */
  readonly onFree: (agent: SessionAgent) => void;
}

const notWritten = {
  code: "not_written",
  message: "The agent's output could not be written, and its program was stopped. Send the message again.",
};

/** The agents of a session, each created by its first message. A released agent is replaced on the next message. */
export class SessionAgents {
  private readonly options: SessionAgentsOptions;
  private readonly agents = new Map<string, Promise<SessionAgent>>();
  private readonly open = new Set<SessionAgent>();
  private readonly chosenModels = new ChosenModels();
  /** Ids of released agents, whose runs may still be open in the log. */
  private readonly released = new Set<string>();
  /** No more agents are added. */
  private isClosed = false;

  constructor(options: SessionAgentsOptions) {
    this.options = options;
  }

  get hasPrograms(): boolean {
    return [...this.open].some(({ program }) => program.exists);
  }

  /** An agent, added if it does not exist yet. */
  of(agentId: string): Promise<SessionAgent> {
    let agent = this.agents.get(agentId);
    if (agent === undefined && this.isClosed)
      return Promise.reject(
        new PolylogError("store_conflict", "The session was changed in the meantime. Retry."),
      );
    if (agent === undefined) {
      agent = this.add(agentId);
      this.agents.set(agentId, agent);
      agent.catch(() => this.agents.delete(agentId));
    }
    return agent;
  }

  /** An agent, if it exists. */
  find(agentId: string): Promise<SessionAgent> | undefined {
    return this.agents.get(agentId);
  }

  /** Sends a logged run to its agent, which may have been released while the run was being written. */
  async begin(agent: SessionAgent, prompt: Prompt, opened = Promise.resolve()): Promise<void> {
    const { session, onTrouble } = this.options;
    this.released.delete(agent.agentId);
    const current = agent.isGone ? await this.of(agent.agentId) : agent;
    inBackground(session, current.begin(prompt, opened), onTrouble);
  }

  /** Returns a run that an earlier process started to its agent. */
  async continueRun(run: AskingRun & { readonly agentId: string }, opened: Promise<void>): Promise<void> {
    const { session, onTrouble } = this.options;
    inBackground(session, (await this.of(run.agentId)).continueRun(run, opened), onTrouble);
  }

  /**
   * Sends a logged answer to an existing agent. Answers are sent in call order without waiting for the previous one, because
   * a program may accept none before it has all of them.
   */
  giveAnswer(agentId: string, answer: AskAnswer, runId: string | null): void {
    this.agents
      .get(agentId)
      ?.then((agent) => agent.answer(answer, runId))
      // The session or its agent is gone, so the answer is no longer needed.
      .catch(() => undefined);
  }

  /**
   * The backend of an agent's asks; null if it is unknown: the agent does not exist, its run is being stopped, or its id
   * belonged to another program.
   */
  async askingBackend(agentId: string): Promise<Backend | null> {
    if ((await this.options.resumeName(agentId)) !== undefined) return null;
    const agent = await this.of(agentId).catch(() => null);
    return agent === null || agent.run.isStopping ? null : agent.backend;
  }

  /** Ends the runs of a released agent, which stayed open because the log was not writable. */
  endsOfOpenRuns(agentId: string): EventBody[] {
    if (!this.released.has(agentId)) return [];
    const { conversation } = this.options.session;
    return [...conversation.liveRuns].flatMap(([runId, index]) => {
      const run = conversation.runs.get(index);
      if (run?.agentId !== agentId || run.lane !== MAIN || run.parentRunId !== null) return [];
      return endingEvents(conversation, runId, { outcome: "interrupted", error: notWritten });
    });
  }

  /** Further events of the agents are not written. */
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

  private async add(agentId: string): Promise<SessionAgent> {
    const { session, agents, modes, host, tools, resumeName, saveResumeName, onFree } = this.options;
    const { backend } = await agents.find(agentId, session.projectRoot);
    const added = new SessionAgent({
      ...this.options,
      ...{ session, agentId, backend },
      settings: async () => {
        const { settings } = await agents.find(agentId, session.projectRoot);
        return this.chosenModels.settingsIn(session.conversation, agentId, settings);
      },
      access: (runId) => modes.access(session, agentId, runId),
      onModeReported: (runId, body, write) =>
        modes.inTurn(session, async () => {
          const { isRefused, ...change } = await modes.applyReportedMode(session, agentId, runId, body);
          await write(change);
          return isRefused;
        }),
      host: await host(session, backend),
      tools: (runId) => tools(agentId, runId),
      resume: await resumeName(agentId),
      onIdle: onFree,
      onGone: (agent) => {
        this.agents.delete(agentId);
        this.open.delete(agent);
        this.released.add(agentId);
        onFree(agent);
      },
      onNativeSession: (name) => saveResumeName(agentId, name),
    });
    this.open.add(added);
    return added;
  }
}
