import { setTimeout } from "node:timers/promises";
import type { Actor, AskAnswer, EventBody, Prompt } from "@polylog/core";
import { DEFAULT_MODEL, entryAt, MAIN } from "@polylog/core";
import { limits } from "../limits.ts";
import type { LiveSession } from "../log/live-session.ts";
import type { Entry, Log } from "../log/log.ts";
import { Mailbox } from "../mailbox.ts";
import {
  type Incoming,
  messageBody,
  promptOf,
  runBodies,
  type Taking,
  titleFor,
} from "../queue/incoming-message.ts";
import { queueOf } from "../queue/queue.ts";
import { SessionQueue } from "../queue/session-queue.ts";
import { type OwedReport, reportOwed, reportSettled } from "../runs/changes/owed-reports.ts";
import { giveAnswer } from "../runs/give-answer.ts";
import { inBackground } from "../runs/in-background.ts";
import { notPending } from "../runs/not-pending.ts";
import type { SessionAgent } from "../runs/session-agent.ts";
import { SessionAgents } from "../runs/session-agents.ts";
import { endingEvents } from "../runs/settle.ts";
import { assertTakes, giveToSubagent, stopBegun } from "../runs/subagents.ts";
import { UndeliveredPrompts } from "../runs/undelivered.ts";
import type { ChatAnswer } from "../service.ts";
import type { ActorOptions } from "./session-actor-options.ts";

/** A session at work: its agents' agents, its queues, its asks. Decisions are made one at a time. */
export class SessionActor {
  readonly session: LiveSession;
  readonly mailbox = new Mailbox();
  readonly agents: SessionAgents;
  readonly undelivered: UndeliveredPrompts;
  readonly queue: SessionQueue;
  private readonly options: ActorOptions;
  private reporting: Promise<void> = Promise.resolve();

  constructor(options: ActorOptions) {
    this.options = options;
    this.session = options.session;
    this.undelivered = new UndeliveredPrompts(options.session, options.log);
    this.queue = new SessionQueue(this, options);
    this.agents = new SessionAgents({
      ...options,
      actor: this,
      onFree: (agent) => this.inBackground(this.queue.afterRun(agent)),
    });
  }

  get conversation(): LiveSession["conversation"] {
    return this.session.conversation;
  }

  /** A run of the agent is at work, as the log has it. */
  isBusy(agentId: string): boolean {
    for (const index of this.conversation.liveRuns.values()) {
      const run = this.conversation.runs.get(index);
      if (run?.agentId === agentId && run.lane === MAIN) return true;
    }
    return false;
  }

  /** Nothing happens in it, and no program waits for a message: it is no more than what its log says. */
  get isAtRest(): boolean {
    return this.session.isAtRest && !this.agents.hasPrograms;
  }

  append(entry: Entry): ReturnType<Log["append"]> {
    return this.options.log.append(this.session, entry);
  }

  /**
   * An agent that has its agent already goes on with another model or mode. One that has none gets them when it takes
   * it.
   */
  async change(
    agentId: string,
    to: { model?: string | undefined; mode?: string | undefined },
    by: Actor,
  ): Promise<void> {
    const agent = await this.agents.find(agentId)?.catch(() => undefined);
    if (agent === undefined) return;
    const { model, mode } = to;
    // An agent that cannot change while it runs gets them at its next start.
    if (model === DEFAULT_MODEL) agent.program.restartForNextRun();
    else if (model !== undefined) await agent.setModel(model, by).catch(() => undefined);
    const { modes } = this.options;
    await modes.inTurn(this, async () => {
      const changed = mode === undefined ? null : modes.reset(this, agentId, mode, by);
      const bodies: EventBody[] = [
        ...(model === undefined ? [] : [{ type: "model_change" as const, modelId: model, agentId, by }]),
        ...(changed?.bodies ?? []),
      ];
      await this.append({ bodies, documents: changed?.documents, refusable: true });
    });
    if (mode !== undefined) await this.applyMode(agentId);
  }

  /** Tells a program that runs the mode that holds now. One that does not take it is asked about each step all the same. */
  async applyMode(agentId: string): Promise<void> {
    const agent = await this.agents.find(agentId)?.catch(() => undefined);
    await agent?.program.mode.apply().catch(() => undefined);
  }

  /**
   * Takes a message: starts a run, steers the running one, or queues it. What it answers is durable. A paused queue holds
   * its own messages only, not the agent: while a run is ending, the message waits beside the queue.
   */
  async chat(input: Incoming, agentId: string, more: Taking): Promise<ChatAnswer> {
    for (;;) {
      const answer = await this.mailbox.run(() => this.take(input, agentId, more));
      if (answer !== null) return answer;
      await (await this.agents.of(agentId)).whenFree();
    }
  }

  /** Null where it has to wait for the end of a run. */
  private async take(input: Incoming, agentId: string, more: Taking): Promise<ChatAnswer | null> {
    await this.options.assertBudget(this.session);
    const agent = await this.agents.of(agentId);
    const { items, paused } = queueOf(this.conversation, agentId);
    const passesQueue = items.length === 0 || (paused !== null && input.delivery !== "queue");
    if (!agent.busy && passesQueue) return this.start(agent, input, more);
    const steers = input.delivery === "auto" || input.delivery === "steer";
    const { steerableRunId } = agent;
    if (steers && steerableRunId !== null) return this.steer(agent, steerableRunId, input, more);
    if (agent.isEnding && paused !== null && passesQueue) return null;
    const answer = await this.enqueue(agentId, input, more);
    if (!agent.busy) this.inBackground(this.queue.startNext(agentId));
    return answer;
  }

  private async enqueue(agentId: string, input: Incoming, more: Taking): Promise<ChatAnswer> {
    const { position, bodies } = this.queue.added(agentId, input);
    const answer = (seq: number): ChatAnswer => ({
      session_id: this.session.sessionId,
      queued: true,
      position,
      seq,
    });
    return this.answered(bodies, more, answer);
  }

  private async start(agent: SessionAgent, input: Incoming, more: Taking): Promise<ChatAnswer> {
    await agent.program.assertRoom(input.by);
    const runId = input.runId ?? this.options.newId();
    const begun = runBodies(agent.agentId, runId, input, input.trigger ?? "message");
    const stated = await this.options.modes.stated(this, agent.agentId);
    const titled = titleFor(this.conversation, input.text);
    const bodies = [...titled, ...this.agents.leftovers(agent.agentId), ...stated, ...begun];
    const { agentId } = agent;
    const prompt = promptOf(runId, input);
    const undelivered = { agentId, prompt, by: input.by, steers: false };
    const documents = [...(more.documents ?? []), ...this.undelivered.kept(runId, undelivered)];
    const answer = await this.answered(bodies, { ...more, documents }, (seq) => ({
      session_id: this.session.sessionId,
      run_id: runId,
      queued: false,
      seq,
    }));
    this.undelivered.add(runId, undelivered);
    await this.agents.begin(agent, prompt);
    return answer;
  }

  /** Gives a message to one run at work, the agent's own or a subagent's. It never waits in a queue. */
  tell(runId: string, agentId: string, input: Incoming, more: Taking): Promise<ChatAnswer> {
    return this.mailbox.run(async () => {
      const agent = await this.agents.of(agentId);
      assertTakes(this, agent, runId);
      await this.options.assertBudget(this.session);
      return this.steer(agent, runId, input, more);
    });
  }

  private async steer(
    agent: SessionAgent,
    runId: string,
    input: Incoming,
    more: Taking,
  ): Promise<ChatAnswer> {
    const body = messageBody(agent.agentId, runId, input, "steer");
    const steered = this.steered(agent, promptOf(runId, input), input.by);
    const documents = [...(more.documents ?? []), ...steered.documents];
    const answer = await this.answered([body], { ...more, documents }, (seq) => ({
      session_id: this.session.sessionId,
      run_id: runId,
      queued: false,
      seq,
    }));
    steered.give();
    return answer;
  }

  /**
   * A message for a run at work: what is written with it, and giving it to the program once it is written. Nothing waits
   * for the program to take it, which may be waiting for an answer itself. One that comes too late goes into the queue,
   * before those that were not said yet; if a person stopped that run, the queue is held. A subagent dies with its
   * program, so a message to it is not kept for later.
   */
  steered(agent: SessionAgent, prompt: Prompt, by: Actor | undefined) {
    const { agentId } = agent;
    if (agent.runId !== prompt.runId)
      return { documents: [], give: () => giveToSubagent(this, agent, prompt) };
    const id = this.options.newId();
    const isGiven = agent.program.open !== null;
    const undelivered = { agentId, prompt, by, steers: true, isGiven };
    const give = () => {
      this.undelivered.add(id, undelivered);
      agent
        .steer(prompt, id)
        .catch(async () => {
          await this.mailbox.run(() => this.queue.putFirst(id, undelivered));
          if (!agent.busy) await this.queue.startNext(agentId);
        })
        .catch(() => undefined);
    };
    return { documents: this.undelivered.kept(id, undelivered), give };
  }

  /** Appends with the answer that the client gets, so that the same message again is answered alike. */
  private async answered(
    bodies: readonly EventBody[],
    { created, clientReceipt: receipt, before = [], documents }: Taking,
    answer: (seq: number) => ChatAnswer,
  ): Promise<ChatAnswer> {
    let given = answer(0);
    const kept = receipt && {
      ...receipt,
      response: (seq: number) => {
        given = answer(seq);
        return JSON.stringify(given);
      },
    };
    const all = [...before, ...bodies];
    const events = await this.append({ bodies: all, created, receipt: kept, documents, refusable: true });
    return { ...given, seq: events.at(-1)?.seq ?? given.seq };
  }

  /** A person stops a run: the messages queued behind it are held, also if the server dies before the run has ended. */
  async stop(runId: string, agentId: string): Promise<void> {
    if ((await this.agents.of(agentId)).runId !== runId) return this.cancel(runId, agentId);
    const holding = this.queue.hold(runId, agentId);
    await this.cancel(runId, agentId);
    await holding;
  }

  /** Stops a run. `why` is told where it was nobody's wish. */
  async cancel(runId: string, agentId: string, why?: { code: string; message: string }): Promise<void> {
    const agent = await this.agents.of(agentId);
    if (agent.runId === runId) agent.cancel(runId, why);
    else if (!stopBegun(this, agent, runId, why))
      await this.endOrphan(runId, why ?? { code: "cancelled", message: "Cancelled." }, "cancelled");
  }

  /** Ends a run that no program is behind any more. */
  endOrphan(
    runId: string,
    error: { readonly code: string; readonly message: string },
    outcome: "cancelled" | "interrupted",
    refusable = false,
  ): Promise<void> {
    return this.mailbox.run(async () => {
      const bodies = endingEvents(this.conversation, runId, { outcome, error });
      if (bodies.length === 0) return;
      const documents = [...this.undelivered.removed(runId), ...reportOwed(this.place(runId))];
      await this.append({ bodies, documents, refusable });
      this.report(runId);
    });
  }

  /** Writes the change report of a run that ended without one. */
  report(runId: string): void {
    this.reporting = this.reporting.then(() => this.reportOrphan(runId)).catch(() => undefined);
  }

  /** Resolves when the runs that were left have their reports, or after a while. */
  async reported(): Promise<void> {
    await Promise.race([this.reporting, setTimeout(limits.cancelReportMs, undefined, { ref: false })]);
  }

  private async reportOrphan(runId: string): Promise<void> {
    const bodies = await this.options.projectRuns.leftover(this.session, runId);
    await this.append({ bodies, documents: reportSettled(this.place(runId)), refusable: true });
  }

  private place(runId: string): OwedReport {
    return { sessionId: this.session.sessionId, runId };
  }

  /** Settles an ask with the given event; the first answer wins. The agent is told, and nothing waits for that. */
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
      const isOwn = this.options.isToolAsk(askId);
      await this.append({ bodies, documents, refusable: true });
      const agent = agentId === null || isOwn ? undefined : this.agents.find(agentId);
      if (agent !== undefined) giveAnswer(this, agent, answer, runId);
    });
  }

  /** Does what nobody waits for. */
  inBackground(work: Promise<unknown>): void {
    inBackground(this.session, work, this.options.onTrouble);
  }
}
