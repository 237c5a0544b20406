import type { EventBody } from "@polylog/core";
import { inBackground } from "../runs/in-background.ts";
import type { SessionAgent } from "../runs/session-agent.ts";
import {
  type ChatAnswer,
  type Incoming,
  type MessageContext,
  messageBody,
  promptOf,
  runBodies,
  titleFor,
} from "./incoming-message.ts";
import { decideDelivery } from "./queue-rules.ts";
import type { SessionQueue, SessionQueueOptions } from "./session-queue.ts";

export interface MessageDeliveryOptions extends SessionQueueOptions {
  readonly queue: SessionQueue;
}

/** Delivers messages to an agent of a session, as decided by `queue-rules.ts`. Answers are durable. */
export class MessageDelivery {
  private readonly options: MessageDeliveryOptions;

  constructor(options: MessageDeliveryOptions) {
    this.options = options;
  }

  /** Starts a run with the message, steers the running one with it, or queues it. */
  async send(input: Incoming, agentId: string, more: MessageContext): Promise<ChatAnswer> {
    const { mailbox, agents } = this.options;
    for (;;) {
      const answer = await mailbox.run(() => this.take(input, agentId, more));
      if (answer !== null) return answer;
      await (await agents.of(agentId)).run.whenFree();
    }
  }

  /** Sends a message to one live run, the agent's own or a subagent's. It is never queued. */
  sendToRun(runId: string, agentId: string, input: Incoming, more: MessageContext): Promise<ChatAnswer> {
    const { mailbox, agents, session, assertBudget } = this.options;
    return mailbox.run(async () => {
      const agent = await agents.of(agentId);
      agent.assertTakesMessage(runId);
      await assertBudget(session);
      return this.steer(agent, runId, input, more);
    });
  }

  /** Null if it has to wait for the end of a run. */
  private async take(input: Incoming, agentId: string, more: MessageContext): Promise<ChatAnswer | null> {
    const { session, agents, queue, assertBudget, onTrouble } = this.options;
    await assertBudget(session);
    const agent = await agents.of(agentId);
    const { isBusy, isEnding } = agent.run;
    const now = { isBusy, isEnding, steerableRunId: agent.steerableRunId };
    const delivery = decideDelivery(input.delivery, now, queue.of(agentId));
    switch (delivery.kind) {
      case "start":
        return this.start(agent, input, more);
      case "steer":
        return this.steer(agent, delivery.runId, input, more);
      case "wait":
        return null;
      case "queue": {
        const answer = await this.enqueue(agentId, input, more);
        if (!agent.run.isBusy) inBackground(session, queue.startNext(agentId), onTrouble);
        return answer;
      }
    }
  }

  private async start(agent: SessionAgent, input: Incoming, more: MessageContext): Promise<ChatAnswer> {
    const { session, agents, modes, undelivered, newId } = this.options;
    const { agentId } = agent;
    await agent.program.assertRoom(input.by);
    const runId = input.runId ?? newId();
    const begun = runBodies(agentId, runId, input, input.trigger ?? "message");
    const stated = await modes.stated(session, agentId);
    const titled = titleFor(session.conversation, input.text);
    const bodies = [...titled, ...agents.endsOfOpenRuns(agentId), ...stated, ...begun];
    const prompt = promptOf(runId, input);
    const kept = { agentId, prompt, by: input.by, steers: false };
    const documents = [...(more.documents ?? []), ...undelivered.kept(runId, kept)];
    const answer = await this.append(bodies, { ...more, documents }, { runId, queued: false });
    undelivered.add(runId, kept);
    await agents.begin(agent, prompt);
    return answer;
  }

  private async steer(
    agent: SessionAgent,
    runId: string,
    input: Incoming,
    more: MessageContext,
  ): Promise<ChatAnswer> {
    const body = messageBody(agent.agentId, runId, input, "steer");
    const steered = this.options.queue.steered(agent, promptOf(runId, input), input.by);
    const documents = [...(more.documents ?? []), ...steered.documents];
    const answer = await this.append([body], { ...more, documents }, { runId, queued: false });
    steered.give();
    return answer;
  }

  private enqueue(agentId: string, input: Incoming, more: MessageContext): Promise<ChatAnswer> {
    const { position, bodies } = this.options.queue.added(agentId, input);
    return this.append(bodies, more, { queued: true, position });
  }

  /** Appends with the answer for the client, so that repeating the message returns the same answer. */
  private async append(
    bodies: readonly EventBody[],
    { created, clientReceipt: receipt, before = [], documents }: MessageContext,
    rest: Pick<ChatAnswer, "runId" | "queued" | "position">,
  ): Promise<ChatAnswer> {
    const { session, log } = this.options;
    const answer = (seq: number): ChatAnswer => ({ sessionId: session.sessionId, ...rest, seq });
    let chatAnswer = answer(0);
    const kept = receipt && {
      ...receipt,
      response: (seq: number) => {
        chatAnswer = answer(seq);
        return JSON.stringify(chatAnswer);
      },
    };
    const all = [...before, ...bodies];
    const entry = { bodies: all, created, receipt: kept, documents, refusable: true };
    const events = await log.append(session, entry);
    return { ...chatAnswer, seq: events.at(-1)?.seq ?? chatAnswer.seq };
  }
}
