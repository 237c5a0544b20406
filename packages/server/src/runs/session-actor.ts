import type { AskAnswer, EventBody, Prompt, QueueItem } from "@polylog/core";
import { entryAt, MAIN } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { LiveSession } from "../log/live-session.ts";
import type { Entry, Log } from "../log/log.ts";
import type { ChatAnswer } from "../service.ts";
import type { ActorOptions } from "./actor-options.ts";
import { giveAnswer } from "./give-answer.ts";
import {
  type Incoming,
  messageBody,
  promptOf,
  queueItem,
  runBodies,
  type Taking,
  titleFor,
} from "./incoming.ts";
import { leftoverEnds } from "./leftovers.ts";
import { Mailbox } from "./mailbox.ts";
import { notPending } from "./not-pending.ts";
import { queueOf, queueUpdated } from "./queue.ts";
import { Seat } from "./seat.ts";
import { settingsIn } from "./seat-settings.ts";
import { endingEvents } from "./settle.ts";
import { assertTakes, giveToSubagent, stopBegun } from "./subagents.ts";
import { unattended } from "./unattended.ts";

/** A session at work: its agents' seats, its queue, its asks. Decisions are made one at a time. */
export class SessionActor {
  readonly session: LiveSession;
  readonly mailbox = new Mailbox();
  private readonly options: ActorOptions;
  private readonly seats = new Map<string, Promise<Seat>>();
  private readonly taken = new Set<Seat>();
  /** Agents whose last program was given up; runs of it may be open in the log. */
  private readonly left = new Set<string>();
  /** Nobody takes a seat here any more. */
  private isLeft = false;

  constructor(options: ActorOptions) {
    this.options = options;
    this.session = options.session;
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
    return this.session.isAtRest && [...this.taken].every(({ hasProgram }) => !hasProgram);
  }

  append(entry: Entry): ReturnType<Log["append"]> {
    return this.options.log.append(this.session, entry);
  }

  seat(agentId: string): Promise<Seat> {
    let seat = this.seats.get(agentId);
    if (seat === undefined && this.isLeft)
      return Promise.reject(new PolylogError("store_conflict", "The session was changed. Try again."));
    if (seat === undefined) {
      seat = this.takeSeat(agentId);
      this.seats.set(agentId, seat);
      seat.catch(() => this.seats.delete(agentId));
    }
    return seat;
  }

  /**
   * An agent that has its seat already goes on with another model or mode. One that has none gets them when it takes
   * it.
   */
  async change(
    agentId: string,
    to: { model?: string | undefined; mode?: string | undefined },
  ): Promise<void> {
    const seat = await this.seats.get(agentId)?.catch(() => undefined);
    if (seat === undefined) return;
    const { model, mode } = to;
    // An agent that cannot change while it runs gets them at its next start.
    if (model !== undefined) await seat.setModel(model).catch(() => undefined);
    if (mode !== undefined) await seat.setMode(mode).catch(() => undefined);
    const bodies: EventBody[] = [
      ...(model === undefined ? [] : [{ type: "model_change" as const, modelId: model, agentId }]),
      ...(mode === undefined ? [] : [{ type: "mode_change" as const, modeId: mode, agentId }]),
    ];
    await this.append({ bodies, refusable: true });
  }

  /** Takes a message: runs it, gives it to the run at work, or queues it. What it answers is durable. */
  chat(input: Incoming, agentId: string, more: Taking): Promise<ChatAnswer> {
    return this.mailbox.run(async () => {
      await this.options.assertBudget(this.session);
      const seat = await this.seat(agentId);
      const queue = queueOf(this.conversation, agentId);
      if (!seat.busy && queue.items.length === 0) return this.start(seat, input, more);
      const { runId } = seat;
      if (input.delivery === "steer" && runId !== null && seat.backend.capabilities.steer) {
        return this.steer(seat, runId, input, more);
      }
      const answer = await this.enqueue(agentId, input, more);
      if (!seat.busy) this.unattended(this.goOn(agentId));
      return answer;
    });
  }

  /** Puts a message at the end of an agent's queue, which then is no longer paused. */
  private async enqueue(agentId: string, input: Incoming, more: Taking): Promise<ChatAnswer> {
    const { items } = queueOf(this.conversation, agentId);
    if (items.length >= limits.queueItems) {
      throw new PolylogError("queue_full", `At most ${limits.queueItems} messages wait for an agent.`, {
        agentId,
      });
    }
    const item = queueItem(input, this.options.newId(), this.options.now());
    const answer = (seq: number): ChatAnswer => ({
      session_id: this.session.sessionId,
      queued: true,
      position: items.length + 1,
      seq,
    });
    const bodies = [queueUpdated(agentId, [...items, item])];
    return this.answered(bodies, more, answer);
  }

  private async start(seat: Seat, input: Incoming, more: Taking): Promise<ChatAnswer> {
    const runId = input.runId ?? this.options.newId();
    const begun = runBodies(seat.agentId, runId, input, input.trigger ?? "message");
    const bodies = [...titleFor(this.conversation, input.text), ...this.leftovers(seat.agentId), ...begun];
    const answer = await this.answered(bodies, more, (seq) => ({
      session_id: this.session.sessionId,
      run_id: runId,
      queued: false,
      seq,
    }));
    await this.begin(seat, promptOf(runId, input));
    return answer;
  }

  /** Gives a message to one run at work, the agent's own or a subagent's. It never waits in a queue. */
  tell(runId: string, agentId: string, input: Incoming, more: Taking): Promise<ChatAnswer> {
    return this.mailbox.run(async () => {
      const seat = await this.seat(agentId);
      assertTakes(this, seat, runId);
      await this.options.assertBudget(this.session);
      return this.steer(seat, runId, input, more);
    });
  }

  private async steer(seat: Seat, runId: string, input: Incoming, more: Taking): Promise<ChatAnswer> {
    const body = messageBody(seat.agentId, runId, input, "steer");
    const answer = await this.answered([body], more, (seq) => ({
      session_id: this.session.sessionId,
      run_id: runId,
      queued: false,
      seq,
    }));
    const prompt = promptOf(runId, input);
    if (seat.runId === runId) this.giveTo(seat, prompt);
    else giveToSubagent(this, seat, prompt);
    return answer;
  }

  /**
   * Gives a message to the run at work. Nothing waits for the program to take it: it may be waiting for an answer
   * itself. One that comes too late waits in the queue, before those that were not said yet.
   */
  private giveTo(seat: Seat, prompt: Prompt): void {
    seat
      .steer(prompt)
      .catch(() => this.mailbox.run(() => this.putFirst(seat, prompt)).catch(() => undefined));
  }

  private async putFirst(seat: Seat, { text, images }: Prompt): Promise<void> {
    const { agentId } = seat;
    const { items, paused } = queueOf(this.conversation, agentId);
    const item: QueueItem = {
      ...{ itemId: this.options.newId(), text, said: true, addedTs: this.options.now() },
      ...(images.length > 0 ? { images: [...images] } : {}),
    };
    const said = items.filter((each) => each.said === true);
    const rest = items.filter((each) => each.said !== true);
    const bodies = [queueUpdated(agentId, [...said, item, ...rest], paused)];
    await this.append({ bodies, refusable: false });
    if (!seat.busy) this.unattended(this.goOn(agentId));
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

  /** Runs the next message that waits, once its agent is up: a crash before that leaves it in the queue. */
  async goOn(agentId: string): Promise<void> {
    const seat = await this.seat(agentId);
    const { items, paused } = queueOf(this.conversation, agentId);
    if (seat.busy || paused !== null || items.length === 0) return;
    try {
      // A message that came too late for the last run goes before those that wait.
      await seat.steered();
      await this.options.assertBudget(this.session);
      await seat.connect();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const isSpent = error instanceof PolylogError && error.code === "budget_exceeded";
      await this.pause(agentId, isSpent ? reason : `The agent did not start: ${reason}`);
      return;
    }
    await this.mailbox.run(() => this.runNext(seat));
  }

  private async runNext(seat: Seat): Promise<void> {
    const { items, paused } = queueOf(this.conversation, seat.agentId);
    const [next, ...rest] = items;
    if (seat.busy || paused !== null || next === undefined) return;
    const runId = next.runId ?? this.options.newId();
    const begun = runBodies(seat.agentId, runId, next, next.trigger ?? "queue");
    const run = next.said === true ? begun.slice(1) : begun;
    const bodies = [...this.leftovers(seat.agentId), queueUpdated(seat.agentId, rest), ...run];
    await this.append({ bodies, refusable: false });
    await this.begin(seat, promptOf(runId, next));
  }

  /** Gives a run that is in the log to its agent, whose seat may have been given up while it was written. */
  private async begin(seat: Seat, prompt: Prompt): Promise<void> {
    this.left.delete(seat.agentId);
    const taken = seat.isGone ? await this.seat(seat.agentId) : seat;
    this.unattended(taken.begin(prompt));
  }

  /** The end of what had to be left open because nothing could be written. */
  private leftovers(agentId: string): EventBody[] {
    return this.left.has(agentId) ? leftoverEnds(this.conversation, agentId) : [];
  }

  /** Sends the first message of the queue at once: into the run at work, or in place of it. */
  async sendFirst(agentId: string, how: "steer" | "interrupt"): Promise<void> {
    const seat = await this.seat(agentId);
    const { runId } = seat;
    if (runId === null) return this.goOn(agentId);
    // The run's end starts the next message, which now is this one.
    if (how === "interrupt" || !seat.backend.capabilities.steer) return seat.cancel(runId);
    await this.mailbox.run(async () => {
      const [first, ...rest] = queueOf(this.conversation, agentId).items;
      if (first === undefined || seat.runId !== runId) return;
      // It was promised a run of its own; it is the next.
      if (first.runId !== undefined) return;
      const bodies = [queueUpdated(agentId, rest), messageBody(agentId, runId, first, "steer")];
      await this.append({ bodies, refusable: true });
      this.giveTo(seat, promptOf(runId, first));
    });
  }

  /** Stops the queue until somebody says otherwise; nothing to stop, nothing is said. */
  pause(agentId: string, reason: string): Promise<void> {
    return this.mailbox.run(async () => {
      const { items, paused } = queueOf(this.conversation, agentId);
      if (items.length === 0 || paused !== null) return;
      await this.append({ bodies: [queueUpdated(agentId, items, { reason })], refusable: false });
    });
  }

  /** Takes the message out of the queue that was promised this run; false where it is not there. */
  dismiss(agentId: string, runId: string): Promise<boolean> {
    return this.mailbox.run(async () => {
      const { items, paused } = queueOf(this.conversation, agentId);
      const rest = items.filter((item) => item.runId !== runId);
      if (rest.length === items.length) return false;
      const bodies = [queueUpdated(agentId, rest, rest.length === 0 ? null : paused)];
      await this.append({ bodies, refusable: false });
      return true;
    });
  }

  /** Stops a run. `why` is told where it was nobody's wish. */
  async cancel(runId: string, agentId: string, why?: { code: string; message: string }): Promise<void> {
    const seat = await this.seat(agentId);
    if (seat.runId === runId) seat.cancel(runId, why);
    else if (!stopBegun(this, seat, runId, why))
      await this.endLeftover(runId, why ?? { code: "cancelled", message: "Cancelled." }, "cancelled");
  }

  /** Ends a run that no program is behind any more. */
  endLeftover(
    runId: string,
    error: { readonly code: string; readonly message: string },
    outcome: "cancelled" | "interrupted",
    refusable = false,
  ): Promise<void> {
    return this.mailbox.run(async () => {
      const bodies = endingEvents(this.conversation, runId, { outcome, error });
      if (bodies.length > 0) await this.append({ bodies, refusable });
    });
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
      const isOwn = this.options.isOwnAsk(askId);
      await this.append({ bodies, documents, refusable: true });
      const seat = agentId === null || isOwn ? undefined : this.seats.get(agentId);
      if (seat !== undefined) giveAnswer(this, seat, answer, runId);
    });
  }

  /** What its agents say from now on is not written any more. */
  async mute(): Promise<void> {
    this.isLeft = true;
    for (const seat of this.seats.values()) (await seat.catch(() => null))?.mute();
  }

  async close(): Promise<void> {
    this.isLeft = true;
    const seats = await Promise.allSettled(this.seats.values());
    await Promise.allSettled(seats.map((seat) => (seat.status === "fulfilled" ? seat.value.close() : null)));
  }

  private async takeSeat(agentId: string): Promise<Seat> {
    const { session, log, blobs, agent, host, tools, resumeName, saveResumeName, onAsk, idleMs } =
      this.options;
    const { backend } = await agent(agentId, session.projectRoot);
    const taken = new Seat({
      session,
      agentId,
      backend,
      settings: async () => {
        const { settings } = await agent(agentId, session.projectRoot);
        return settingsIn(this.conversation, agentId, settings);
      },
      host: await host(session, backend),
      tools: (seat) => tools({ actor: this, agentId, runId: () => seat.runId }),
      resume: await resumeName(agentId),
      log,
      blobs,
      mailbox: this.mailbox,
      onIdle: (seat) => this.unattended(this.afterRun(seat)),
      onGone: (seat) => {
        this.seats.delete(seat.agentId);
        this.taken.delete(seat);
        this.left.add(seat.agentId);
        this.unattended(this.afterRun(seat));
      },
      onAsk: (seat, body) => onAsk(this, seat, body),
      onNativeSession: (_, name) => saveResumeName(agentId, name),
      idleMs,
    });
    this.taken.add(taken);
    return taken;
  }

  private async afterRun(seat: Seat): Promise<void> {
    const last = this.conversation.runs.get(this.conversation.lastEnded ?? -1);
    if (last?.outcome === "failed" && last.agentId === seat.agentId) {
      await this.pause(seat.agentId, "The last run failed.");
    } else {
      await this.goOn(seat.agentId);
    }
  }

  private unattended(work: Promise<unknown>): void {
    unattended(this.session, work, this.options.onTrouble);
  }
}
