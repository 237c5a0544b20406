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

/** The server may decide by a rule or by the agent's mode. Asks still open after this are decided here. */
const RULE_MS = 300;
/** If the server is unreachable for this long, the run is lost. */
const AWAY_MS = 30_000;
const POLL_MS = 500;

export interface FollowOptions {
  readonly client: Client;
  readonly handle: SessionHandle;
  readonly runId: string;
  readonly yolo: boolean;
  /** The person who answers asks; null without a terminal. */
  readonly person: TerminalPrompt | null;
  readonly remark: (text: string) => void;
  /** Reads the session from the server, or from the log if the server has ended. */
  readonly readAgain: () => Promise<Conversation>;
  /** Called with the conversation after every change. */
  readonly onChange: (conversation: Conversation) => void;
}

export interface EndedRun {
  readonly run: Run;
  readonly conversation: Conversation;
  /** Why this command cancelled the run; null if it did not. */
  readonly gaveUp: string | null;
}

/** Follows a run until it ends, and answers its asks. */
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

  /** Requests cancellation. `ended` resolves when the run has ended. */
  cancel(why: string | null): void {
    this.gaveUp ??= why;
    this.options.client.runs.cancel({ runId: this.options.runId }).catch(this.settled.reject);
  }

  private look(): void {
    const { state, error, conversation } = this.handle;
    this.options.onChange(conversation);
    if (this.settleIfEnded(conversation)) return;
    if (state === "denied") this.settled.reject(error);
    if (state === "offline" && !this.isAway) void this.watchForEnd();
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
      // Another client answered first, or the run has ended.
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

  /** The server is unreachable. The run may have ended just before. */
  private async watchForEnd(): Promise<void> {
    const { readAgain, handle } = this.options;
    this.isAway = true;
    for (const end = performance.now() + AWAY_MS; this.isAway; ) {
      await sleep(POLL_MS);
      // If neither the server nor the log can be read yet, the loop retries.
      const conversation = await readAgain().catch(() => null);
      if (conversation !== null && this.settleIfEnded(conversation)) return;
      this.isAway = this.handle.state === "offline" || this.handle.state === "connecting";
      if (!this.isAway || performance.now() < end) continue;
      const message = `Lost the connection to the server. "polylog logs ${handle.sessionId}" shows the run up to that point.`;
      this.settled.reject(new CliError("server_away", message));
      return;
    }
  }
}
