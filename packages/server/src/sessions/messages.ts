import { realpath } from "node:fs/promises";
import path from "node:path";
import type { Actor } from "@polylog/core";
import type { Agents } from "../agents/agents.ts";
import { type Caller, callerActor } from "../caller.ts";
import { limits } from "../limits.ts";
import type { Log } from "../log/log.ts";
import { PolylogError } from "../polylog-error.ts";
import type { ChatAnswer, ChatInput, MessageContext } from "../queue/incoming-message.ts";
import type { RunPlace } from "../runs/runs.ts";
import type { EventStore } from "../store/store.ts";
import { hashOf, readAnswer, sameBody } from "./idempotency.ts";
import type { SessionActor } from "./session-actor.ts";
import type { SessionActors } from "./session-actors.ts";

export interface MessagesOptions {
  readonly store: EventStore;
  readonly log: Log;
  readonly actors: SessionActors;
  /** The place of the receiver's run of an open exchange. */
  readonly exchangeTarget: (runId: string) => RunPlace | null;
  readonly agents: Agents;
}

/** A message with its sender. */
type ChatMessage = ChatInput & { readonly by: Actor };
type ClientReceipt = MessageContext["clientReceipt"];

/** Accepts messages of people: for a new session, a session or a run. A repeated message is accepted once. */
export class Messages {
  private readonly options: MessagesOptions;
  private stopping = false;
  /** Messages being processed, by client message id, so that concurrent duplicates are accepted once. */
  private readonly taking = new Map<
    string,
    { readonly bodyHash: string; readonly answer: Promise<ChatAnswer> }
  >();

  constructor(options: MessagesOptions) {
    this.options = options;
  }

  /** Accepts no more messages, because the server is shutting down. */
  refuseMore(): void {
    this.stopping = true;
  }

  async send(input: ChatInput, caller: Caller): Promise<ChatAnswer> {
    if (this.stopping)
      throw new PolylogError("degraded", "The server is shutting down. Retry in a few seconds.");
    this.options.log.assertWritable();
    if (input.text.trim() === "" && !input.images?.length) {
      throw new PolylogError("bad_request", "The message is empty. Add text or an image.");
    }
    if (input.text.length > limits.promptChars) {
      throw new PolylogError(
        "body_too_large",
        `The message is too long. The limit is ${limits.promptChars} characters.`,
      );
    }
    const { clientMessageId } = input;
    const message = { ...input, delivery: input.delivery ?? "auto", by: callerActor(caller) };
    if (clientMessageId === undefined) return this.deliver(message, undefined);
    const bodyHash = hashOf(input);
    const underWay = this.taking.get(clientMessageId);
    if (underWay !== undefined) return sameBody(underWay.bodyHash, bodyHash, underWay.answer);
    const answer = this.deliverOnce(message, clientMessageId, bodyHash);
    this.taking.set(clientMessageId, { bodyHash, answer });
    try {
      return await answer;
    } finally {
      this.taking.delete(clientMessageId);
    }
  }

  private async deliverOnce(
    input: ChatMessage,
    clientMessageId: string,
    bodyHash: string,
  ): Promise<ChatAnswer> {
    const before = await this.options.store.receipt(clientMessageId);
    if (before !== null) {
      return sameBody(before.bodyHash, bodyHash, Promise.resolve(readAnswer(before.response)));
    }
    return this.deliver(input, { clientMessageId, bodyHash });
  }

  private async deliver(input: ChatMessage, clientReceipt: ClientReceipt): Promise<ChatAnswer> {
    if (input.toRunId !== undefined) return this.toRun(input.toRunId, input, clientReceipt);
    if (input.sessionId !== undefined) return this.toSession(input.sessionId, input, clientReceipt);
    const { actors } = this.options;
    const created = await actors.prepare(input);
    const actor = actors.begin(created);
    try {
      return await actor.delivery.send(input, created.agentId, { clientReceipt, created });
    } catch (error) {
      await actors.forget(created.sessionId);
      throw error;
    }
  }

  /** A message to the receiver's run of an exchange is sent to the session in which it works. */
  private async toRun(runId: string, input: ChatMessage, clientReceipt: ClientReceipt): Promise<ChatAnswer> {
    const { exchangeTarget, store, actors } = this.options;
    const place = exchangeTarget(runId) ?? (await store.run(runId));
    const isThere = input.sessionId === undefined || input.sessionId === place?.sessionId;
    if (place === null || !isThere) {
      throw new PolylogError("run_not_found", "This run does not exist.", { runId });
    }
    const actor = await actors.of(place.sessionId);
    return actor.delivery.sendToRun(runId, place.agentId, input, { clientReceipt });
  }

  /** A session that was just rewound or deleted is loaded again. */
  private async toSession(
    sessionId: string,
    input: ChatMessage,
    clientReceipt: ClientReceipt,
  ): Promise<ChatAnswer> {
    const { actors, agents } = this.options;
    for (;;) {
      const actor = await actors.of(sessionId);
      await assertSameProject(actor.session, input.projectRoot);
      const agentId = input.agentId ?? (await agents.defaultFor(actor.session));
      try {
        return await actor.delivery.send(input, agentId, { clientReceipt });
      } catch (error) {
        if (!actor.session.dead) throw error;
      }
    }
  }
}

/** A caller that names a different folder would assume that the agent works there. */
async function assertSameProject(
  { sessionId, projectRoot }: SessionActor["session"],
  named: string,
): Promise<void> {
  if (path.resolve(named) === path.resolve(projectRoot)) return;
  const real = [named, projectRoot].map((folder) => realpath(folder).catch(() => folder));
  const [one, other] = await Promise.all(real);
  if (one === other) return;
  throw new PolylogError(
    "bad_request",
    `project_root: this session works in ${projectRoot}. Use that folder or start a new session.`,
    { sessionId },
  );
}
