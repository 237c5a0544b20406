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
  /** Who works in it. */
  readonly agentId: string | null;
  readonly hasForms: boolean;
  readonly tellsSubagents: boolean;
  /** What can be chosen in the session has changed, or what is chosen. */
  onChoices(session: EditorSession): Promise<void>;
}

interface OpenPrompt {
  readonly clientMessageId: string;
  readonly response: PromiseWithResolvers<PromptResponse>;
  /** Its message was seen in the log, or in the queue. */
  isThere: boolean;
}

/** The server may decide by a rule or by the agent's mode; what still waits after this is asked in the editor. */
const RULE_MS = 300;

/** One session as an editor has it open: what happens in it is told, what is asked is asked. */
export class EditorSession {
  readonly sessionId: string;
  readonly projectRoot: string;
  agentId: string | null;
  /** The mode that was chosen before there was an agent to set it for. */
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
  private choicesTold: Promise<void> = Promise.resolve();

  constructor(options: EditorSessionOptions) {
    this.options = options;
    this.sessionId = options.sessionId;
    this.projectRoot = options.projectRoot;
    this.agentId = options.agentId;
    this.handle = options.client.session(options.sessionId);
    this.mirror = new ConversationUpdates({
      projectRoot: options.projectRoot,
      tellsSubagents: options.tellsSubagents,
      isOwn: (clientMessageId) => this.own.has(clientMessageId),
      tell: (update) => this.tell(update),
    });
    this.stop = this.handle.subscribe(() => this.look());
  }

  get conversation(): Conversation {
    return this.handle.conversation;
  }

  /** Waits until the conversation is there; then tells all of it, or takes it as known. */
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

  /** Sends a message, which steers a busy agent; resolves when the run that took it has ended. */
  async prompt(text: string, images: readonly Image[]): Promise<PromptResponse> {
    const clientMessageId = crypto.randomUUID();
    this.own.add(clientMessageId);
    const response = Promise.withResolvers<PromptResponse>();
    const open: OpenPrompt = { clientMessageId, response, isThere: false };
    this.prompts.set(clientMessageId, open);
    try {
      const sent = this.send(text, images, clientMessageId, "auto").then(() => this.look());
      // Both at once: the run may fail before the server's answer to the message is here.
      const [answer] = await Promise.all([response.promise, sent]);
      return answer;
    } finally {
      this.prompts.delete(clientMessageId);
    }
  }

  /** Gives a message to the run at work. */
  async steer(text: string, images: readonly Image[]): Promise<void> {
    const clientMessageId = crypto.randomUUID();
    this.own.add(clientMessageId);
    await this.send(text, images, clientMessageId, "steer");
  }

  /** Stops what the editor's prompts are at, and takes back those that wait. */
  async cancel(): Promise<void> {
    const { client } = this.options;
    // What cannot be taken back must not keep the runs below from being stopped.
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

  tell(update: SessionUpdate): void {
    const { editor, sessionId } = this.options;
    // An editor that is gone needs no updates.
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
    this.choicesTold = this.options.onChoices(this);
  }

  /** Asks what is new, and takes back what somebody else has answered. */
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
      // An editor that cannot ask leaves the ask to the other screens.
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
      // Once its turn is over, the editor may choose.
      if (run.outcome !== null) void this.choicesTold.then(() => settle(run, conversation, response));
      return;
    }
    const isQueued = [...conversation.agents].some(([, { queue }]) =>
      queue.items.some((item) => item.clientMessageId === clientMessageId),
    );
    if (isQueued) prompt.isThere = true;
    // Somebody took it out of the queue.
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
  // The numbers are not in the stable protocol yet; editors that know them read them.
  const counted = { stopReason, usage: { ...usage, totalTokens } };
  response.resolve(counted);
}

/** What a run used, with its subagents: an editor is told of the whole turn only. */
function usageOf(run: Run, conversation: Conversation): Run["usage"] {
  const children = run.childRunIds.slice().flatMap((childId) => findRun(conversation, childId) ?? []);
  return [...run.usage, ...children.flatMap((child) => usageOf(child, conversation))];
}
