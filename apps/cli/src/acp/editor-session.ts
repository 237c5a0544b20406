import type { AgentContext, PromptResponse, SessionUpdate, StopReason } from "@agentclientprotocol/sdk";
import { RequestError } from "@agentclientprotocol/sdk";
import type { Client, Confirmation, SessionHandle } from "@polylog/client";
import { type Conversation, findRun, type Image, pendingAsks, type Run } from "@polylog/core";
import { askEditor } from "./asks.ts";
import { confirmInEditor } from "./confirm.ts";
import { ConversationUpdates } from "./conversation-updates.ts";

export interface EditorSessionOptions {
  readonly client: Client;
  readonly editor: AgentContext;
  readonly sessionId: string;
  readonly projectRoot: string;
  /** The agent of the session. */
  readonly agentId: string | null;
  readonly hasForms: boolean;
  readonly sendsSubagents: boolean;
  /** The available or selected options of the session have changed. */
  onChoices(session: EditorSession): Promise<void>;
}

interface OpenPrompt {
  readonly clientMessageId: string;
  readonly response: PromiseWithResolvers<PromptResponse>;
  /** Whether its message has appeared in the log or the queue. */
  isThere: boolean;
}

/** The server may decide by a rule or by the agent's mode. Asks still open after this go to the editor. */
const RULE_MS = 300;

/** One session that is open in an editor. It forwards events and asks to the editor. */
export class EditorSession {
  readonly sessionId: string;
  readonly projectRoot: string;
  agentId: string | null;
  /** The mode chosen before the session had an agent. */
  chosenMode: string | null = null;
  private readonly options: EditorSessionOptions;
  private readonly handle: SessionHandle;
  private readonly mirror: ConversationUpdates;
  private readonly stop: () => void;
  private readonly own = new Set<string>();
  private readonly prompts = new Map<string, OpenPrompt>();
  private readonly asked = new Map<string, AbortController>();
  private isShowing = false;
  private choices = "";
  private choicesSent: Promise<void> = Promise.resolve();

  constructor(options: EditorSessionOptions) {
    this.options = options;
    this.sessionId = options.sessionId;
    this.projectRoot = options.projectRoot;
    this.agentId = options.agentId;
    this.handle = options.client.session(options.sessionId);
    this.mirror = new ConversationUpdates({
      projectRoot: options.projectRoot,
      sendsSubagents: options.sendsSubagents,
      isOwn: (clientMessageId) => this.own.has(clientMessageId),
      send: (update) => this.notify(update),
    });
    this.stop = this.handle.subscribe(() => this.look());
  }

  get conversation(): Conversation {
    return this.handle.conversation;
  }

  /** Waits for the conversation, then sends it or marks it as already sent. */
  async open(how: "load" | "skip"): Promise<void> {
    await this.untilLive();
    if (how === "load") this.mirror.load(this.conversation);
    else this.mirror.skip(this.conversation);
    this.isShowing = true;
    this.look();
  }

  confirm(confirmation: Confirmation): Promise<boolean> {
    return confirmInEditor(this.options.editor, this.sessionId, confirmation);
  }

  /** Sends a message, which steers a busy agent; resolves when the run that received it ends. */
  async prompt(text: string, images: readonly Image[]): Promise<PromptResponse> {
    const clientMessageId = crypto.randomUUID();
    this.own.add(clientMessageId);
    const response = Promise.withResolvers<PromptResponse>();
    const open: OpenPrompt = { clientMessageId, response, isThere: false };
    this.prompts.set(clientMessageId, open);
    try {
      const sent = this.send(text, images, clientMessageId, "auto").then(() => this.look());
      // Awaited together: the run may fail before the server answers the message.
      const [answer] = await Promise.all([response.promise, sent]);
      return answer;
    } finally {
      this.prompts.delete(clientMessageId);
    }
  }

  /** Sends a message to the active run. */
  async steer(text: string, images: readonly Image[]): Promise<void> {
    const clientMessageId = crypto.randomUUID();
    this.own.add(clientMessageId);
    await this.send(text, images, clientMessageId, "steer");
  }

  /** Cancels the active runs and removes this editor's prompts from the queue. */
  async cancel(): Promise<void> {
    const { client } = this.options;
    // The runs below must be cancelled even if the queue cannot be read.
    const waiting = await client.queue
      .list({ sessionId: this.sessionId })
      .then(({ items }) => items)
      .catch(() => []);
    for (const { itemId, clientMessageId } of waiting) {
      if (clientMessageId === null || !this.prompts.has(clientMessageId)) continue;
      await client.queue.remove({ sessionId: this.sessionId, itemId }).catch(() => undefined);
    }
    for (const { runId, depth } of this.liveRuns()) if (depth === 0) await client.runs.cancel({ runId });
  }

  close(): void {
    this.stop();
    for (const controller of this.asked.values()) controller.abort();
    for (const { response } of this.prompts.values()) response.resolve({ stopReason: "cancelled" });
    this.handle.close();
  }

  notify(update: SessionUpdate): void {
    const { editor, sessionId } = this.options;
    // A disconnected editor needs no updates.
    void editor.notify("session/update", { sessionId, update }).catch(() => undefined);
  }

  private async send(
    text: string,
    images: readonly Image[],
    clientMessageId: string,
    delivery: "auto" | "steer",
  ): Promise<void> {
    const { client, sessionId, projectRoot } = this.options;
    const agent = this.agentId === null ? {} : { agentId: this.agentId };
    const shown = images.length === 0 ? {} : { images };
    await client.chat.send({ projectRoot, sessionId, text, clientMessageId, delivery, ...agent, ...shown });
  }

  private look(): void {
    if (!this.isShowing) return;
    const { conversation, error, state } = this.handle;
    if (state === "denied") {
      for (const { response } of this.prompts.values()) response.reject(error);
      return;
    }
    this.mirror.show(conversation);
    this.lookAtChoices(conversation);
    this.ask(conversation);
    for (const prompt of this.prompts.values()) this.settleIfOver(prompt, conversation);
  }

  private lookAtChoices({ agents }: Conversation): void {
    const state = this.agentId === null ? undefined : agents.get(this.agentId);
    if (state === undefined) return;
    const { modes, models, currentModeId, currentModelId } = state;
    const choices = JSON.stringify([modes, models, currentModeId, currentModelId]);
    if (choices === this.choices) return;
    this.choices = choices;
    this.choicesSent = this.options.onChoices(this);
  }

  /** Shows new asks and withdraws those that another client answered. */
  private ask(conversation: Conversation): void {
    for (const [askId, controller] of this.asked) {
      if (conversation.pendingAsks.has(askId)) continue;
      this.asked.delete(askId);
      controller.abort();
    }
    const { client, editor, sessionId, hasForms, projectRoot } = this.options;
    const place = {
      ...{ client, editor, sessionId, hasForms, projectRoot },
      conversation: () => this.conversation,
    };
    for (const { askId, entry } of pendingAsks(conversation)) {
      if (this.asked.has(askId)) continue;
      const controller = new AbortController();
      this.asked.set(askId, controller);
      // If the editor cannot show it, the ask stays open for other clients.
      const ask = () => void askEditor(place, entry, controller.signal).catch(() => undefined);
      const timer = setTimeout(ask, RULE_MS);
      controller.signal.addEventListener("abort", () => clearTimeout(timer));
    }
  }

  private settleIfOver(prompt: OpenPrompt, conversation: Conversation): void {
    const { clientMessageId, response } = prompt;
    const run = this.runOf(clientMessageId, conversation);
    if (run !== null) {
      prompt.isThere = true;
      // The editor can change options only after its turn has ended.
      if (run.outcome !== null) void this.choicesSent.then(() => settle(run, conversation, response));
      return;
    }
    const isQueued = [...conversation.agents].some(([, { queue }]) =>
      queue.items.some((item) => item.clientMessageId === clientMessageId),
    );
    if (isQueued) prompt.isThere = true;
    // Another client removed it from the queue.
    else if (prompt.isThere) response.resolve({ stopReason: "cancelled" });
  }

  private runOf(clientMessageId: string, conversation: Conversation): Run | null {
    const place = conversation.seen.get(`message/${clientMessageId}`);
    const entry = place === undefined ? undefined : conversation.main.entries.get(place.pos);
    return entry?.runId == null ? null : (findRun(conversation, entry.runId) ?? null);
  }

  private liveRuns(): Run[] {
    return [...this.conversation.liveRuns].flatMap(([runId]) => findRun(this.conversation, runId) ?? []);
  }

  private untilLive(): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const { state, error } = this.handle;
        if (state !== "live" && state !== "denied") return;
        stop();
        if (state === "live") resolve();
        else reject(error);
      };
      const stop = this.handle.subscribe(look);
      queueMicrotask(look);
    });
  }
}

function settle(run: Run, conversation: Conversation, response: PromiseWithResolvers<PromptResponse>): void {
  if (run.outcome === "failed") {
    const { code = "run_failed", message = "The run failed." } = run.error ?? {};
    return response.reject(new RequestError(-32603, message, { errorKind: code }));
  }
  const stopReason: StopReason = run.outcome === "completed" ? "end_turn" : "cancelled";
  const used = usageOf(run, conversation);
  if (used.length === 0) return response.resolve({ stopReason });
  const sum = (
    field: "inputTokens" | "outputTokens" | "cacheReadTokens" | "cacheWriteTokens" | "reasoningTokens",
  ) => used.reduce((total, each) => total + each[field], 0);
  const usage = {
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cachedReadTokens: sum("cacheReadTokens"),
    cachedWriteTokens: sum("cacheWriteTokens"),
    thoughtTokens: sum("reasoningTokens"),
  };
  const totalTokens =
    usage.inputTokens + usage.outputTokens + usage.cachedReadTokens + usage.cachedWriteTokens;
  // Usage is not in the stable protocol yet, but some editors read it.
  const counted = { stopReason, usage: { ...usage, totalTokens } };
  response.resolve(counted);
}

/** The usage of a run and its subagents, because an editor only receives the sum of a turn. */
function usageOf(run: Run, conversation: Conversation): Run["usage"] {
  const children = run.childRunIds.slice().flatMap((childId) => findRun(conversation, childId) ?? []);
  return [...run.usage, ...children.flatMap((child) => usageOf(child, conversation))];
}
