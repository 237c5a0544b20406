import type { Actor, AskAnswer, Backend, EventBody } from "@polylog/core";
import { type Conversation, DEFAULT_MODEL, entryAt, findRun, MAIN } from "@polylog/core";
import type { SettingsChange } from "../agents/agents.ts";
import type { LiveSession } from "../log/live-session.ts";
import type { Entry, Log } from "../log/log.ts";
import { Mailbox } from "../mailbox.ts";
import { PolylogError } from "../polylog-error.ts";
import { MessageDelivery } from "../queue/message-delivery.ts";
import { SessionQueue, type SessionQueueOptions } from "../queue/session-queue.ts";
import { inBackground } from "../runs/in-background.ts";
import type { OpenTools } from "../runs/program/agent-program.ts";
import { SessionAgents, type SessionAgentsOptions } from "../runs/session-agents.ts";
import { SessionRuns } from "../runs/session-runs.ts";
import { expiredAsks } from "../runs/settle.ts";
import { type FoundUndelivered, UndeliveredPrompts } from "../runs/undelivered.ts";
import { queuedAgain, unconfirmed } from "./recovery/interruption.ts";
import { type KeptRuns, keptRuns } from "./recovery/kept-runs.ts";

/** An agent of a session that uses Polylog's tools. */
export interface ToolUser {
  readonly actor: SessionActor;
  readonly agentId: string;
  /** The agent's current run. */
  readonly runId: () => string | null;
}

/** The services that an active session uses. */
export interface SessionActorOptions
  extends Omit<
      SessionAgentsOptions,
      "mailbox" | "undelivered" | "queueUnread" | "tools" | "onAsk" | "onFree"
    >,
    Pick<SessionQueueOptions, "newId" | "now" | "assertBudget" | "pauseOf"> {
  readonly tools: (user: ToolUser) => OpenTools;
  /** An ask was written, and a rule may decide it. */
  readonly onAsk: (actor: SessionActor, body: EventBody) => void;
  /** Whether the ask is from one of Polylog's tools, so that no program waits for its answer. */
  readonly isToolAsk: (askId: string) => boolean;
}

/** An active session, composed of its parts. Decisions run one at a time, in the mailbox. */
export class SessionActor {
  readonly session: LiveSession;
  readonly mailbox = new Mailbox();
  readonly undelivered: UndeliveredPrompts;
  readonly agents: SessionAgents;
  readonly runs: SessionRuns;
  readonly queue: SessionQueue;
  readonly delivery: MessageDelivery;
  private readonly options: SessionActorOptions;

  constructor(options: SessionActorOptions) {
    this.options = options;
    const { session, log } = options;
    const { mailbox } = this;
    this.session = session;
    this.undelivered = new UndeliveredPrompts(session, log);
    const { undelivered } = this;
    this.agents = new SessionAgents({
      ...{ ...options, mailbox, undelivered },
      tools: (agentId, runId) => options.tools({ actor: this, agentId, runId }),
      onAsk: (body) => options.onAsk(this, body),
      queueUnread: (prompts) => this.queue.putUnread(prompts),
      onFree: ({ agentId }) => this.inBackground(this.queue.afterRun(agentId)),
    });
    const { agents } = this;
    this.queue = new SessionQueue({ ...options, mailbox, undelivered, agents });
    const { queue } = this;
    this.delivery = new MessageDelivery({ ...options, mailbox, undelivered, agents, queue });
    this.runs = new SessionRuns({
      ...{ ...options, mailbox, undelivered, agents },
      holdQueue: (runId, agentId) => queue.hold(runId, agentId),
    });
  }

  get conversation(): Conversation {
    return this.session.conversation;
  }

  /** Whether the log has a live run of the agent. */
  isBusy(agentId: string): boolean {
    for (const index of this.conversation.liveRuns.values()) {
      const run = this.conversation.runs.get(index);
      if (run?.agentId === agentId && run.lane === MAIN) return true;
    }
    return false;
  }

  /** The session has no activity and no program, so its whole state is in the log. */
  get isInactive(): boolean {
    return this.session.isInactive && !this.agents.hasPrograms;
  }

  append(entry: Entry): ReturnType<Log["append"]> {
    return this.options.log.append(this.session, entry);
  }

  /** A running agent switches to another model or mode. An agent that is not running gets them when it starts. */
  async change(agentId: string, { model, mode }: SettingsChange, by: Actor): Promise<void> {
    const { session } = this;
    const agent = await this.agents.find(agentId)?.catch(() => undefined);
    if (agent === undefined) return;
    // An agent that cannot switch while it is running gets them at its next start.
    if (model === DEFAULT_MODEL) agent.program.restartForNextRun();
    else if (model !== undefined) await agent.setModel(model, by).catch(() => undefined);
    const { modes } = this.options;
    await modes.inTurn(session, async () => {
      const changed = mode === undefined ? null : modes.reset(session, agentId, mode, by);
      const bodies: EventBody[] = [
        ...(model === undefined ? [] : [{ type: "model_change" as const, modelId: model, agentId, by }]),
        ...(changed?.bodies ?? []),
      ];
      await this.append({ bodies, documents: changed?.documents, refusable: true });
    });
    if (mode !== undefined) await this.applyMode(agentId);
  }

  /** Sends the current mode to a running program. If the program rejects it, the server still decides each of its asks. */
  async applyMode(agentId: string): Promise<void> {
    const agent = await this.agents.find(agentId)?.catch(() => undefined);
    await agent?.program.mode.apply().catch(() => undefined);
  }

  /** Settles an ask with the given event; the first answer wins. The agent is notified in the background. */
  answer(
    askId: string,
    bodies: readonly EventBody[],
    answer: AskAnswer,
    documents?: Entry["documents"],
  ): Promise<void> {
    return this.mailbox.run(async () => {
      const place = this.conversation.pendingAsks.get(askId);
      if (place === undefined) throw notPending(this.conversation, askId);
      const { agentId, runId } = entryAt(this.conversation, place);
      const isToolAsk = this.options.isToolAsk(askId);
      await this.append({ bodies, documents, refusable: true });
      if (agentId !== null && !isToolAsk) this.agents.giveAnswer(agentId, answer, runId);
    });
  }

  /** The runs that survive this process or the previous one. A run that is being stopped does not. */
  async keptRuns(): Promise<KeptRuns> {
    const { conversation, agents } = this;
    const agentIds = new Set(
      [...conversation.pendingAsks].map(([, place]) => entryAt(conversation, place).agentId),
    );
    const backends = new Map<string, Backend | null>();
    await Promise.all(
      [...agentIds].map(async (agentId) => {
        if (agentId !== null) backends.set(agentId, await agents.askingBackend(agentId));
      }),
    );
    return keptRuns(conversation, (agentId) => backends.get(agentId) ?? null);
  }

  /** After a restart: returns waiting runs to their agents. Their other asks expired with the old process. */
  async continueRuns({ roots, runIds }: KeptRuns, opened: Promise<void>): Promise<void> {
    const open = new Set([...roots.values()].flatMap(({ askIds }) => askIds));
    await this.mailbox.run(async () => {
      const bodies = expiredAsks(this.conversation, (askId, runId) => runIds.has(runId) && !open.has(askId));
      if (bodies.length > 0) await this.append({ bodies, refusable: false });
    });
    for (const run of roots.values()) await this.agents.continueRun(run, opened);
  }

  /**
   * After a restart: delivers a prompt that the previous process had accepted but not delivered. A run restarts with the same
   * id. A message that was steering a run moves to the head of the queue, which waits for a person if the program may have
   * seen the message. False if the log no longer has it.
   */
  async redeliver(
    { sessionId: _, id, ...prompt }: FoundUndelivered,
    mayRun: boolean,
    opened: Promise<void>,
  ): Promise<boolean> {
    const { agentId, steers, isGiven } = prompt;
    const { runId } = prompt.prompt;
    const run = findRun(this.conversation, runId);
    if (run === undefined || (run.outcome !== null && !steers)) return false;
    this.undelivered.add(id, prompt);
    const agent = steers || !mayRun ? null : await this.agents.of(agentId).catch(() => null);
    if (agent !== null) {
      await this.agents.begin(agent, prompt.prompt, opened);
      return true;
    }
    await this.mailbox.run(() => this.queue.putFirst(id, prompt, isGiven === true ? unconfirmed : null));
    if (!steers) await this.runs.endOrphan(runId, queuedAgain, "interrupted");
    return true;
  }

  /** Runs work in the background. */
  inBackground(work: Promise<unknown>): void {
    inBackground(this.session, work, this.options.onTrouble);
  }
}

/** Why an ask cannot be answered. */
function notPending(conversation: Conversation, askId: string): PolylogError {
  const place = conversation.asks.get(askId);
  if (place === undefined)
    return new PolylogError("ask_not_found", "No ask has this ID. Reload the list of open asks.", { askId });
  const entry = entryAt(conversation, place);
  const answered = "answer" in entry && entry.answer?.outcome === "answered";
  return answered
    ? new PolylogError("ask_answered", "This ask was already answered.", { askId })
    : new PolylogError(
        "ask_expired",
        "This ask has expired because its run has ended. Send a message to continue.",
        { askId },
      );
}
