import type { Actor, Conversation, EventBody, Prompt, Queue, QueueItem } from "@polylog/core";
import { defined, messageOf } from "@polylog/core";
import { limits } from "../limits.ts";
import type { LiveSession } from "../log/live-session.ts";
import type { Entry, Log } from "../log/log.ts";
import type { SessionModes } from "../permissions/session-modes.ts";
import { PolylogError } from "../polylog-error.ts";
import { inBackground } from "../runs/in-background.ts";
import type { SessionAgent, SessionAgentOptions } from "../runs/session-agent.ts";
import type { SessionAgents } from "../runs/session-agents.ts";
import type { Undelivered } from "../runs/undelivered.ts";
import { type Incoming, messageBody, promptOf, queueItem, runBodies } from "./incoming-message.ts";
import { queueOf, queueUpdated } from "./queue.ts";
import { nextItem, pauseReasons, pauseWhile, withSentFirst } from "./queue-rules.ts";

export interface SessionQueueOptions
  extends Pick<SessionAgentOptions, "session" | "log" | "mailbox" | "undelivered" | "onTrouble"> {
  readonly agents: SessionAgents;
  readonly modes: SessionModes;
  readonly newId: () => string;
  readonly now: () => number;
  /** Rejects with `budget_exceeded` if a budget is used up. */
  readonly assertBudget: (session: LiveSession) => Promise<void>;
  /** Why a message of this author is not delivered: their device was revoked. */
  readonly pauseOf: (by: Actor | undefined) => { readonly message: string } | null;
}

interface Edit<T> {
  readonly bodies: readonly EventBody[];
  readonly result: T;
}

/** The queues of a session's agents, stored in the log. Decides when the next message runs. */
export class SessionQueue {
  private readonly options: SessionQueueOptions;
  /** The last run of each agent that a person stopped, and whether the log already has its queue paused. */
  private readonly stopped = new Map<string, { readonly runId: string; isHeld: boolean }>();

  /** Messages sent to live runs, as passed to their programs. */
  private readonly steers = new WeakMap<Prompt, Undelivered>();

  constructor(options: SessionQueueOptions) {
    this.options = options;
  }

  /** The current queue of each agent. */
  get all(): readonly (readonly [agentId: string, queue: Queue])[] {
    return [...this.options.session.conversation.agents].map(([agentId, { queue }]) => [agentId, queue]);
  }

  of(agentId: string): Queue {
    return queueOf(this.options.session.conversation, agentId);
  }

  /** Applies a person's change of the queues in one commit. */
  edit<T>(work: (conversation: Conversation) => Edit<T>): Promise<T> {
    return this.options.mailbox.run(async () => {
      const { bodies, result } = work(this.options.session.conversation);
      if (bodies.length > 0) await this.append({ bodies, refusable: true });
      return result;
    });
  }

  /** Adds a message to the end of the queue: returns its position and the events to write. */
  added(agentId: string, input: Incoming): { readonly position: number; readonly bodies: EventBody[] } {
    const { items, paused } = this.of(agentId);
    if (items.length >= limits.queueItems) {
      throw new PolylogError(
        "queue_full",
        `The queue is full (${limits.queueItems} messages). Remove a message or wait.`,
        {
          agentId,
        },
      );
    }
    const item = queueItem(input, this.options.newId(), this.options.now());
    return { position: items.length + 1, bodies: [queueUpdated(agentId, [...items, item], paused)] };
  }

  /** Puts a message that is already in the conversation at the head of the queue, which may be paused for it. */
  async putFirst(
    id: string,
    { agentId, prompt, by }: Undelivered,
    pause: { readonly reason: string } | null = null,
  ): Promise<void> {
    const { newId, now, undelivered } = this.options;
    const { runId, text, images } = prompt;
    const { items, paused } = this.of(agentId);
    const item: QueueItem = {
      ...{ itemId: newId(), text, said: true, addedTs: now() },
      ...(images.length > 0 ? { images: [...images] } : {}),
      ...defined({ by }),
    };
    const held = this.stopped.get(agentId)?.runId === runId ? { reason: pauseReasons.stopped } : null;
    const bodies = [queueUpdated(agentId, withSentFirst(items, item), pause ?? paused ?? held)];
    await this.append({ bodies, documents: undelivered.removed(id), refusable: false });
  }

  /** A run ended without reading these: they move to the head of the queue, which is paused if a person stopped the run. */
  async putUnread(prompts: readonly Prompt[]): Promise<void> {
    for (const prompt of prompts) {
      const unread = this.steers.get(prompt);
      if (unread !== undefined) await this.putFirst(this.options.newId(), unread);
    }
  }

  /**
   * A message for a live run: the events to write, and the delivery to the program afterwards. The server does not wait for the
   * program to accept it, because the program may itself be waiting for an answer. A message that arrives too late is
   * queued before those not in the conversation yet; if a person stopped that run, the queue is paused. A subagent ends
   * with its program, so messages to it are not kept.
   */
  steered(agent: SessionAgent, prompt: Prompt, by: Actor | undefined) {
    const { newId, undelivered, mailbox } = this.options;
    const { agentId } = agent;
    if (agent.run.runId !== prompt.runId) return { documents: [], give: () => agent.steerSubagent(prompt) };
    const id = newId();
    const isGiven = agent.program.open !== null;
    const kept = { agentId, prompt, by, steers: true, isGiven };
    this.steers.set(prompt, kept);
    const give = () => {
      undelivered.add(id, kept);
      agent
        .steer(prompt, id)
        .catch(async () => {
          await mailbox.run(() => this.putFirst(id, kept));
          if (!agent.run.isBusy) await this.startNext(agentId);
        })
        .catch(() => undefined);
    };
    return { documents: undelivered.kept(id, kept), give };
  }

  /** Runs the next queued message once its agent is ready, so that a crash before that leaves it in the queue. */
  async startNext(agentId: string): Promise<void> {
    const { agents, session, mailbox, pauseOf, assertBudget } = this.options;
    const agent = await agents.of(agentId);
    const first = nextItem(this.of(agentId), agent.run.isBusy);
    if (first === null) return;
    const held = pauseOf(first.by);
    if (held !== null) return this.pause(agentId, held.message);
    try {
      // A message that arrived too late for the last run runs before the queued ones.
      await agent.steered();
      await assertBudget(session);
      await agent.program.assertRoom(first.by);
      await agent.program.connect();
    } catch (error) {
      const reason = messageOf(error);
      const isSpent = error instanceof PolylogError && error.code === "budget_exceeded";
      await this.pause(agentId, isSpent ? reason : pauseReasons.notStarted(reason));
      return;
    }
    await mailbox.run(() => this.runNext(agent));
  }

  private async runNext(agent: SessionAgent): Promise<void> {
    const { session, agents, modes, undelivered, newId, pauseOf } = this.options;
    const { agentId } = agent;
    const { items, paused } = this.of(agentId);
    const next = nextItem({ items, paused }, agent.run.isBusy);
    if (next === null) return;
    const held = pauseOf(next.by);
    if (held !== null) {
      const bodies = [queueUpdated(agentId, items, { reason: held.message })];
      await this.append({ bodies, refusable: false });
      return;
    }
    const runId = next.runId ?? newId();
    const begun = runBodies(agentId, runId, next, next.trigger ?? "queue");
    const run = next.said === true ? begun.slice(1) : begun;
    const stated = await modes.stated(session, agentId);
    const bodies = [
      ...agents.endsOfOpenRuns(agentId),
      queueUpdated(agentId, items.slice(1)),
      ...stated,
      ...run,
    ];
    const prompt = promptOf(runId, next);
    const kept = { agentId, prompt, by: next.by, steers: false };
    await this.append({ bodies, documents: undelivered.kept(runId, kept), refusable: false });
    undelivered.add(runId, kept);
    await agents.begin(agent, prompt);
  }

  /** Sends the first queued message at once: steers the live run with it, or interrupts the run. */
  async sendFirst(agentId: string, how: "steer" | "interrupt"): Promise<void> {
    const { agents, mailbox, pauseOf } = this.options;
    const agent = await agents.of(agentId);
    const { runId } = agent.run;
    this.stopped.delete(agentId);
    if (runId === null) return this.startNext(agentId);
    // The end of the run starts the next message, which is now this one.
    if (how === "interrupt" || !agent.canSteer) return agent.run.cancel(runId);
    await mailbox.run(async () => {
      const [first, ...rest] = this.of(agentId).items;
      if (first === undefined || agent.run.runId !== runId || pauseOf(first.by) !== null) return;
      // It was promised a separate run, and it is the next one.
      if (first.runId !== undefined) return;
      const bodies = [queueUpdated(agentId, rest), messageBody(agentId, runId, first, "steer")];
      const { documents, give } = this.steered(agent, promptOf(runId, first), first.by);
      await this.append({ bodies, documents, refusable: true });
      give();
    });
  }

  /** Pauses the queue until a person resumes it. */
  pause(agentId: string, reason: string, refusable = false): Promise<void> {
    return this.options.mailbox.run(async () => {
      const { items, paused } = this.of(agentId);
      if (items.length === 0 || paused !== null) return;
      await this.append({ bodies: [queueUpdated(agentId, items, { reason })], refusable });
    });
  }

  /** A person stopped this run, so the messages queued behind it are held. Resolves once that is written or has failed. */
  async hold(runId: string, agentId: string): Promise<void> {
    const stopped = { runId, isHeld: true };
    this.stopped.set(agentId, stopped);
    await this.pause(agentId, pauseReasons.stopped, true).catch(() => {
      // The log is not writable now; the end of the run pauses the queue instead.
      stopped.isHeld = false;
    });
  }

  /** Resumes a paused queue with its first message. */
  async resume(agentId: string): Promise<void> {
    const { session, mailbox, onTrouble } = this.options;
    await mailbox.run(async () => {
      const { items, paused } = this.of(agentId);
      this.stopped.delete(agentId);
      if (paused !== null) await this.append({ bodies: [queueUpdated(agentId, items)], refusable: true });
    });
    inBackground(session, this.startNext(agentId), onTrouble);
  }

  /** Removes the message that was promised this run from the queue; false if it is not queued. */
  dismiss(agentId: string, runId: string): Promise<boolean> {
    return this.options.mailbox.run(async () => {
      const { items, paused } = this.of(agentId);
      const rest = items.filter((item) => item.runId !== runId);
      if (rest.length === items.length) return false;
      await this.append({
        bodies: [queueUpdated(agentId, rest, pauseWhile(rest, paused))],
        refusable: false,
      });
      return true;
    });
  }

  /** A run has ended: starts the next message, unless the run failed or a person stopped it. */
  async afterRun(agentId: string): Promise<void> {
    const { runs, lastEnded } = this.options.session.conversation;
    const last = runs.get(lastEnded ?? -1);
    if (last?.outcome === "failed" && last.agentId === agentId) {
      await this.pause(agentId, pauseReasons.failed);
    } else if (this.stopped.get(agentId)?.isHeld === false) {
      this.stopped.delete(agentId);
      await this.pause(agentId, pauseReasons.stopped);
    } else {
      await this.startNext(agentId);
    }
  }

  private append(entry: Entry): ReturnType<Log["append"]> {
    return this.options.log.append(this.options.session, entry);
  }
}
