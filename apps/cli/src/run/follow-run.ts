import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ClientError, type SessionHandle } from "@polylog/client";
import {
  type AskDescription,
  type AskEntry,
  askProject,
  type Conversation,
  describeAsk,
  findRun,
  type PendingAsk,
  pendingAsks,
  type Run,
} from "@polylog/core";
import { CliError } from "../cli-error.ts";
import { decideAsk } from "./decide-ask.ts";
import type { AskReply, TerminalPrompt } from "./terminal-prompt.ts";

/** The server may decide by a rule or by the agent's mode; what still waits after this is decided here. */
const RULE_MS = 300;
/** A server that stays away so long took the run with it. */
const AWAY_MS = 30_000;
const POLL_MS = 500;

export interface FollowOptions {
  readonly client: Client;
  readonly handle: SessionHandle;
  readonly runId: string;
  readonly yolo: boolean;
  /** Who answers what is asked; null where nobody is there. */
  readonly person: TerminalPrompt | null;
  readonly remark: (text: string) => void;
  /** Reads the session wherever it can be read now; a server that ended has left its log. */
  readonly readAgain: () => Promise<Conversation>;
  /** Called with the conversation whenever it has changed. */
  readonly onChange: (conversation: Conversation) => void;
}

export interface EndedRun {
  readonly run: Run;
  readonly conversation: Conversation;
  /** Why this command cancelled it; null where it did not. */
  readonly gaveUp: string | null;
}

/** Stays with a run to its end and decides about what it asks. */
export class FollowedRun {
  readonly ended: Promise<EndedRun>;
  private readonly options: FollowOptions;
  private readonly handle: SessionHandle;
  private readonly settled = Promise.withResolvers<EndedRun>();
  private readonly seen = new Set<string>();
  private gaveUp: string | null = null;
  private isAway = false;

  constructor(options: FollowOptions) {
    this.options = options;
    this.ended = this.settled.promise;
    this.handle = options.handle;
    this.handle.subscribe(() => this.look());
  }

  /** Asks for the run's end; `ended` tells when it is there. */
  cancel(why: string | null): void {
    this.gaveUp ??= why;
    this.options.client.runs.cancel({ runId: this.options.runId }).catch(this.settled.reject);
  }

  private look(): void {
    const { state, error, conversation } = this.handle;
    this.options.onChange(conversation);
    if (this.settleIfEnded(conversation)) return;
    if (state === "denied") this.settled.reject(error);
    if (state === "offline" && !this.isAway) void this.lookElsewhere();
    for (const ask of pendingAsks(conversation)) this.consider(ask);
  }

  private settleIfEnded(conversation: Conversation): boolean {
    const run = findRun(conversation, this.options.runId);
    if (run === undefined || run.outcome === null) return false;
    this.settled.resolve({ run, conversation, gaveUp: this.gaveUp });
    return true;
  }

  private consider(ask: PendingAsk): void {
    const { runId, yolo } = this.options;
    if (ask.path[0]?.runId !== runId || this.seen.has(ask.askId)) return;
    this.seen.add(ask.askId);
    this.decide(ask, yolo).catch(this.settled.reject);
  }

  private async decide({ askId, entry }: PendingAsk, yolo: boolean): Promise<void> {
    await sleep(RULE_MS);
    if (!this.isPending(askId)) return;
    const { person, remark } = this.options;
    const description = await this.describe(entry);
    const isForPerson = person !== null && !(yolo && entry.kind === "permission");
    const said = isForPerson ? await person.ask(entry, description, this.untilSettled(askId)) : null;
    if (said !== null) return this.answer(askId, said);
    if (!this.isPending(askId)) return;
    const decision = decideAsk(entry, description, yolo);
    if (decision.kind === "give_up") return this.cancel(decision.message);
    if (decision.remark !== null) remark(decision.remark);
    await this.answer(askId, decision.reply);
  }

  private async describe(entry: AskEntry): Promise<AskDescription> {
    const { client, handle } = this.options;
    const { title, projectRoot } = await client.sessions.get({ sessionId: handle.sessionId });
    const { conversation } = this.handle;
    return describeAsk(entry, { conversation, sessionTitle: title, project: askProject(projectRoot) });
  }

  private async answer(askId: string, reply: AskReply): Promise<void> {
    const { client } = this.options;
    try {
      await client.asks.answer({ askId, kind: reply.kind }, reply);
    } catch (error) {
      // Somebody at a screen was faster, or the run has ended.
      if (!(error instanceof ClientError && (error.status === 409 || error.status === 410))) throw error;
    }
  }

  private isPending(askId: string): boolean {
    return this.handle.conversation.pendingAsks.has(askId);
  }

  private untilSettled(askId: string): Promise<null> {
    return new Promise((resolve) => {
      const stop = this.handle.subscribe(() => {
        if (this.isPending(askId)) return;
        stop();
        resolve(null);
      });
    });
  }

  /** The server is away: the run may have ended in the moment before. */
  private async lookElsewhere(): Promise<void> {
    const { readAgain, handle } = this.options;
    this.isAway = true;
    for (const end = performance.now() + AWAY_MS; this.isAway; ) {
      await sleep(POLL_MS);
      // Neither server nor log can be read yet; the loop tries again.
      const conversation = await readAgain().catch(() => null);
      if (conversation !== null && this.settleIfEnded(conversation)) return;
      this.isAway = this.handle.state === "offline" || this.handle.state === "connecting";
      if (!this.isAway || performance.now() < end) continue;
      const message = `The server went away. "polylog logs ${handle.sessionId}" shows how far the run came.`;
      this.settled.reject(new CliError("server_away", message));
      return;
    }
  }
}
