import type { Actor, CreateSession } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import type { Exchanges } from "../exchange/exchanges.ts";
import { limits } from "../limits.ts";
import type { Log } from "../log/log.ts";
import type { Taking } from "../queue/incoming-message.ts";
import type { ChatAnswer, ChatInput } from "../service.ts";
import type { EventStore, NewSession } from "../store/store.ts";
import { assertSameProject } from "./fitting.ts";
import { hashOf, sameBody } from "./idempotency.ts";
import type { SessionActor } from "./session-actor.ts";
import type { SessionActors } from "./session-actors.ts";

export interface MessagesOptions {
  readonly store: EventStore;
  readonly log: Log;
  readonly actors: SessionActors;
  readonly exchanges: Exchanges;
  /** A session that is about to be begun, with an agent that can be used. */
  readonly prepare: (input: Pick<CreateSession, "projectRoot" | "agentId">) => Promise<NewSession>;
  /** The agent of a session that a message goes to if it names none. */
  readonly agentOf: (actor: SessionActor) => Promise<string>;
}

/** A message, and who sent it. */
type Said = ChatInput & { readonly by: Actor };
type ClientReceipt = Taking["clientReceipt"];

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

  /** Takes no message any more. */
  refuseMore(): void {
    this.stopping = true;
  }

  async take(input: ChatInput, by: Actor): Promise<ChatAnswer> {
    if (this.stopping) throw new PolylogError("degraded", "The server is stopping.");
    this.options.log.assertWritable();
    if (input.text.trim() === "" && !input.images?.length) {
      throw new PolylogError("bad_request", "A message has text or an image.");
    }
    if (input.text.length > limits.promptChars) {
      throw new PolylogError("body_too_large", `A message has at most ${limits.promptChars} characters.`);
    }
    const { clientMessageId } = input;
    const said = { ...input, delivery: input.delivery ?? "auto", by };
    if (clientMessageId === undefined) return this.deliver(said, undefined);
    const bodyHash = hashOf(input);
    const underWay = this.taking.get(clientMessageId);
    if (underWay !== undefined) return sameBody(underWay.bodyHash, bodyHash, underWay.answer);
    const answer = this.deliverOnce(said, clientMessageId, bodyHash);
    this.taking.set(clientMessageId, { bodyHash, answer });
    try {
      return await answer;
    } finally {
      this.taking.delete(clientMessageId);
    }
  }

  private async deliverOnce(input: Said, clientMessageId: string, bodyHash: string): Promise<ChatAnswer> {
    const before = await this.options.store.receipt(clientMessageId);
    if (before !== null) {
      return sameBody(before.bodyHash, bodyHash, Promise.resolve(JSON.parse(before.response) as ChatAnswer));
    }
    return this.deliver(input, { clientMessageId, bodyHash });
  }

  private async deliver(input: Said, clientReceipt: ClientReceipt): Promise<ChatAnswer> {
    if (input.toRunId !== undefined) return this.toRun(input.toRunId, input, clientReceipt);
    if (input.sessionId !== undefined) return this.toSession(input.sessionId, input, clientReceipt);
    const { actors, prepare } = this.options;
    const created = await prepare(input);
    const actor = actors.begin(created);
    try {
      return await actor.chat(input, created.agentId, { clientReceipt, created });
    } catch (error) {
      await actors.forget(created.sessionId);
      throw error;
    }
  }

  /** A run at the other end of an exchange is spoken to where it works. */
  private async toRun(runId: string, input: Said, clientReceipt: ClientReceipt): Promise<ChatAnswer> {
    const { exchanges, store, actors } = this.options;
    const place = exchanges.targetOf(runId) ?? (await store.run(runId));
    const isThere = input.sessionId === undefined || input.sessionId === place?.sessionId;
    if (place === null || !isThere) {
      throw new PolylogError("run_not_found", "There is no such run.", { runId });
    }
    const actor = await actors.of(place.sessionId);
    return actor.tell(runId, place.agentId, input, { clientReceipt });
  }

  /** A session that was cut back or deleted in this very moment is looked for again. */
  private async toSession(sessionId: string, input: Said, clientReceipt: ClientReceipt): Promise<ChatAnswer> {
    const { actors, agentOf } = this.options;
    for (;;) {
      const actor = await actors.of(sessionId);
      await assertSameProject(actor, input.projectRoot);
      const agentId = input.agentId ?? (await agentOf(actor));
      try {
        return await actor.chat(input, agentId, { clientReceipt });
      } catch (error) {
        if (!actor.session.dead) throw error;
      }
    }
  }
}
