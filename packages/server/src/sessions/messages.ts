import { realpath } from "node:fs/promises";
import path from "node:path";
import type { Actor } from "@polylog/core";
import type { Agents } from "../agents/agents.ts";
import { type Caller, callerActor } from "../caller.ts";
import { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { Log } from "../log/log.ts";
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
  /** Where the run at the other end of an open exchange works. */
  readonly exchangeTarget: (runId: string) => RunPlace | null;
  readonly agents: Agents;
}

/** A message, and who sent it. */
type ChatMessage = ChatInput & { readonly by: Actor };
type ClientReceipt = MessageContext["clientReceipt"];

/** Takes the messages of people: for a new session, a session or a run. The same message sent again is taken once. */
export class Messages {
  private readonly options: MessagesOptions;
  private stopping = false;
  /** Messages that are being taken, by the client's id: the same one at the same time is taken once. */
  private readonly taking = new Map<
    string,
    { readonly bodyHash: string; readonly answer: Promise<ChatAnswer> }
  >();

  constructor(options: MessagesOptions) {
    this.options = options;
  }

  /** Accepts no more messages: the server is shutting down. */
  refuseMore(): void {
    this.stopping = true;
  }

  async send(input: ChatInput, caller: Caller): Promise<ChatAnswer> {
    if (this.stopping) throw new PolylogError("degraded", "The server is stopping.");
    this.options.log.assertWritable();
    if (input.text.trim() === "" && !input.images?.length) {
      throw new PolylogError("bad_request", "A message has text or an image.");
    }
    if (input.text.length > limits.promptChars) {
      throw new PolylogError("body_too_large", `A message has at most ${limits.promptChars} characters.`);
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

  /** A run at the other end of an exchange is spoken to where it works. */
  private async toRun(runId: string, input: ChatMessage, clientReceipt: ClientReceipt): Promise<ChatAnswer> {
    const { exchangeTarget, store, actors } = this.options;
    const place = exchangeTarget(runId) ?? (await store.run(runId));
    const isThere = input.sessionId === undefined || input.sessionId === place?.sessionId;
    if (place === null || !isThere) {
      throw new PolylogError("run_not_found", "There is no such run.", { runId });
    }
    const actor = await actors.of(place.sessionId);
    return actor.delivery.sendToRun(runId, place.agentId, input, { clientReceipt });
  }

  /** A session that was cut back or deleted in this very moment is looked for again. */
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

/** Whoever names another folder would believe that the agent works there. */
async function assertSameProject(
  { sessionId, projectRoot }: SessionActor["session"],
  named: string,
): Promise<void> {
  if (path.resolve(named) === path.resolve(projectRoot)) return;
  const real = [named, projectRoot].map((folder) => realpath(folder).catch(() => folder));
  const [one, other] = await Promise.all(real);
  if (one === other) return;
  throw new PolylogError("bad_request", `project_root: this session works in ${projectRoot}.`, { sessionId });
}
