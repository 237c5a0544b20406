import type { EventBody, QueueItem } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { SessionAgent } from "../runs/session-agent.ts";
import type { Undelivered } from "../runs/undelivered.ts";
import type { SessionActor } from "../sessions/session-actor.ts";
import type { ActorOptions } from "../sessions/session-actor-options.ts";
import { type Incoming, messageBody, promptOf, queueItem, runBodies } from "./incoming-message.ts";
import { queueOf, queueUpdated } from "./queue.ts";

const stoppedReason = "The run was stopped.";

/** The queues of a session's agents: what waits in them, what holds them, and when their next message runs. */
export class SessionQueue {
  private readonly actor: SessionActor;
  private readonly options: ActorOptions;
  /** The run of each agent that a person stopped last, and whether the log already holds the queue behind it. */
  private readonly stopped = new Map<string, { readonly runId: string; isHeld: boolean }>();

  constructor(actor: SessionActor, options: ActorOptions) {
    this.actor = actor;
    this.options = options;
  }

  /** A message at the end of the queue: its place there, and what is to be written. */
  added(agentId: string, input: Incoming): { readonly position: number; readonly bodies: EventBody[] } {
    const { items, paused } = queueOf(this.actor.conversation, agentId);
    if (items.length >= limits.queueItems) {
      throw new PolylogError("queue_full", `At most ${limits.queueItems} messages wait for an agent.`, {
        agentId,
      });
    }
    const item = queueItem(input, this.options.newId(), this.options.now());
    return { position: items.length + 1, bodies: [queueUpdated(agentId, [...items, item], paused)] };
  }

  /** Puts a message that was said already at the head of the queue, which may be paused for it. */
  async putFirst(
    id: string,
    { agentId, prompt, by }: Undelivered,
    pause: { readonly reason: string } | null = null,
  ): Promise<void> {
    const { runId, text, images } = prompt;
    const { items, paused } = queueOf(this.actor.conversation, agentId);
    const item: QueueItem = {
      ...{ itemId: this.options.newId(), text, said: true, addedTs: this.options.now() },
      ...(images.length > 0 ? { images: [...images] } : {}),
      ...(by === undefined ? {} : { by }),
    };
    const said = items.filter((each) => each.said === true);
    const rest = items.filter((each) => each.said !== true);
    const held = this.stopped.get(agentId)?.runId === runId ? { reason: stoppedReason } : null;
    const bodies = [queueUpdated(agentId, [...said, item, ...rest], pause ?? paused ?? held)];
    await this.actor.append({ bodies, documents: this.actor.undelivered.removed(id), refusable: false });
  }

  /** Runs the next message that waits, once its agent is up: a crash before that leaves it in the queue. */
  async startNext(agentId: string): Promise<void> {
    const agent = await this.actor.agents.of(agentId);
    const { items, paused } = queueOf(this.actor.conversation, agentId);
    const [first] = items;
    if (agent.busy || paused !== null || first === undefined) return;
    const held = this.options.pauseOf(first.by);
    if (held !== null) return this.pause(agentId, held.message);
    try {
      // A message that came too late for the last run goes before those that wait.
      await agent.steered();
      await this.options.assertBudget(this.actor.session);
      await agent.program.assertRoom(first.by);
      await agent.program.connect();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const isSpent = error instanceof PolylogError && error.code === "budget_exceeded";
      await this.pause(agentId, isSpent ? reason : `The agent did not start: ${reason}`);
      return;
    }
    await this.actor.mailbox.run(() => this.runNext(agent));
  }

  private async runNext(agent: SessionAgent): Promise<void> {
    const { items, paused } = queueOf(this.actor.conversation, agent.agentId);
    const [next, ...rest] = items;
    if (agent.busy || paused !== null || next === undefined) return;
    const held = this.options.pauseOf(next.by);
    if (held !== null) {
      const bodies = [queueUpdated(agent.agentId, items, { reason: held.message })];
      await this.actor.append({ bodies, refusable: false });
      return;
    }
    const runId = next.runId ?? this.options.newId();
    const begun = runBodies(agent.agentId, runId, next, next.trigger ?? "queue");
    const run = next.said === true ? begun.slice(1) : begun;
    const stated = await this.options.modes.stated(this.actor, agent.agentId);
    const bodies = [
      ...this.actor.agents.leftovers(agent.agentId),
      queueUpdated(agent.agentId, rest),
      ...stated,
      ...run,
    ];
    const { agentId } = agent;
    const prompt = promptOf(runId, next);
    const undelivered = { agentId, prompt, by: next.by, steers: false };
    const documents = this.actor.undelivered.kept(runId, undelivered);
    await this.actor.append({ bodies, documents, refusable: false });
    this.actor.undelivered.add(runId, undelivered);
    await this.actor.agents.begin(agent, prompt);
  }

  /** Sends the first message of the queue at once: into the run at work, or in place of it. */
  async sendFirst(agentId: string, how: "steer" | "interrupt"): Promise<void> {
    const agent = await this.actor.agents.of(agentId);
    const { runId } = agent;
    this.stopped.delete(agentId);
    if (runId === null) return this.startNext(agentId);
    // The run's end starts the next message, which now is this one.
    if (how === "interrupt" || !agent.backend.capabilities.steer) return agent.cancel(runId);
    await this.actor.mailbox.run(async () => {
      const [first, ...rest] = queueOf(this.actor.conversation, agentId).items;
      if (first === undefined || agent.runId !== runId || this.options.pauseOf(first.by) !== null) return;
      // It was promised a run of its own; it is the next.
      if (first.runId !== undefined) return;
      const bodies = [queueUpdated(agentId, rest), messageBody(agentId, runId, first, "steer")];
      const { documents, give } = this.actor.steered(agent, promptOf(runId, first), first.by);
      await this.actor.append({ bodies, documents, refusable: true });
      give();
    });
  }

  /** Holds the queue until somebody resumes it; an empty one has nothing to hold. */
  pause(agentId: string, reason: string, refusable = false): Promise<void> {
    return this.actor.mailbox.run(async () => {
      const { items, paused } = queueOf(this.actor.conversation, agentId);
      if (items.length === 0 || paused !== null) return;
      await this.actor.append({ bodies: [queueUpdated(agentId, items, { reason })], refusable });
    });
  }

  /** A person stops this run: the messages behind it are held. Resolves once that is written, or cannot be. */
  async hold(runId: string, agentId: string): Promise<void> {
    const stopped = { runId, isHeld: true };
    this.stopped.set(agentId, stopped);
    await this.pause(agentId, stoppedReason, true).catch(() => {
      // Nothing can be written now; the run's end holds the queue.
      stopped.isHeld = false;
    });
  }

  /** Lets a paused queue continue with its first message. */
  async resume(agentId: string): Promise<void> {
    await this.actor.mailbox.run(async () => {
      const { items, paused } = queueOf(this.actor.conversation, agentId);
      this.stopped.delete(agentId);
      if (paused !== null)
        await this.actor.append({ bodies: [queueUpdated(agentId, items)], refusable: true });
    });
    this.actor.inBackground(this.startNext(agentId));
  }

  /** Takes the message out of the queue that was promised this run; false where it is not there. */
  dismiss(agentId: string, runId: string): Promise<boolean> {
    return this.actor.mailbox.run(async () => {
      const { items, paused } = queueOf(this.actor.conversation, agentId);
      const rest = items.filter((item) => item.runId !== runId);
      if (rest.length === items.length) return false;
      const bodies = [queueUpdated(agentId, rest, rest.length === 0 ? null : paused)];
      await this.actor.append({ bodies, refusable: false });
      return true;
    });
  }

  /** A run is over: the next message goes, unless the run failed or a person stopped it. */
  async afterRun(agent: SessionAgent): Promise<void> {
    const last = this.actor.conversation.runs.get(this.actor.conversation.lastEnded ?? -1);
    if (last?.outcome === "failed" && last.agentId === agent.agentId) {
      await this.pause(agent.agentId, "The last run failed.");
    } else if (this.stopped.get(agent.agentId)?.isHeld === false) {
      this.stopped.delete(agent.agentId);
      await this.pause(agent.agentId, stoppedReason);
    } else {
      await this.startNext(agent.agentId);
    }
  }
}
