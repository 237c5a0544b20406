import {
  type AskEntry,
  type ChatAnswer,
  type Conversation,
  findMessage,
  findRun,
  type PolylogEvent,
  type Run,
  rollUpUsage,
  runPath,
  type UsageTotal,
} from "@polylog/core";
import type { Api } from "../api/api.ts";
import { ClientError } from "../client-error.ts";
import type { SessionHandle } from "./session-handle.ts";
import { firstOf } from "./views.ts";

export interface RunResult {
  /** Null if the message was removed from the queue before its run began. */
  readonly runId: string | null;
  readonly outcome: NonNullable<Run["outcome"]>;
  /** The agent's last message; empty without one. */
  readonly text: string;
  /** Why it failed. */
  readonly error: Run["error"];
  /** Includes the runs of its subagents. */
  readonly usage: UsageTotal;
  readonly costUsd: number;
  /** False if the price of some calls is unknown, or if an agent reported no usage: `costUsd` is then a minimum. */
  readonly costComplete: boolean;
}

export interface RunOptions {
  readonly answer: ChatAnswer;
  /** Opens the session again; the caller closes it. */
  readonly open: () => SessionHandle;
  readonly api: Pick<Api, "queue" | "runs">;
}

interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A sent message, and the run that it started or joined. */
export class RunHandle {
  readonly sessionId: string;
  /**
   * Resolves when the run has ended; `outcome` states how. Keeps waiting through lost connections. Rejects with a `ClientError`
   * if the end cannot be known: the session is denied, deleted, rewound or closed.
   */
  readonly finished: Promise<RunResult>;
  private readonly options: RunOptions;

  constructor(options: RunOptions) {
    this.options = options;
    this.sessionId = options.answer.sessionId;
    this.finished = this.finish();
    // A rejection must not end a program that never reads the result.
    this.finished.catch(() => undefined);
  }

  /** Cancels the run and all its subagents. A message that is still queued is removed from the queue. */
  async cancel(): Promise<void> {
    const { api, answer } = this.options;
    const { sessionId } = this;
    if (answer.runId === undefined) {
      const { items } = await api.queue.list({ sessionId });
      const own = items.find(({ clientMessageId }) => clientMessageId === answer.clientMessageId);
      if (own !== undefined) {
        await api.queue.remove({ sessionId, itemId: own.itemId });
        return;
      }
    }
    const runId = await this.started();
    if (runId !== null) await api.runs.cancel({ runId });
  }

  /** The session's events from the message to the run's end, including those of subagents. */
  async *events({ signal }: ReadOptions = {}): AsyncGenerator<PolylogEvent, void, undefined> {
    const runId = await this.started(signal);
    if (runId === null) return;
    const session = this.options.open();
    try {
      for await (const event of session.events({ after: this.options.answer.seq, signal })) {
        yield event;
        if (event.type === "run_ended" && event.runId === runId) return;
      }
    } finally {
      session.close();
    }
  }

  /** The agent's text, piece by piece. Messages are separated by an empty line. */
  async *textStream(options: ReadOptions = {}): AsyncGenerator<string, void, undefined> {
    const runId = await this.started(options.signal);
    let block = "";
    let length = 0;
    for await (const event of this.events(options)) {
      if (event.type !== "text_delta" && event.type !== "text_done") continue;
      if (event.runId !== runId) continue;
      const name = `${event.responseId}/${event.block ?? 0}`;
      const separator = block === "" || block === name ? "" : "\n\n";
      if (name !== block) length = 0;
      const [text, offset] = event.type === "text_done" ? [event.text, 0] : [event.delta, event.offset];
      const piece = text.slice(Math.max(0, length - offset));
      length = Math.max(length, offset + text.length);
      if (piece === "") continue;
      block = name;
      yield separator + piece;
    }
  }

  /** The asks of the run and its subagents, each once. Answer with `client.asks.answer(ask, …)`. */
  async *asks(options: ReadOptions = {}): AsyncGenerator<AskEntry, void, undefined> {
    const { signal } = options;
    const runId = await this.started(signal);
    const ended = new AbortController();
    this.finished.catch(() => undefined).finally(() => ended.abort());
    const over = signal === undefined ? ended.signal : AbortSignal.any([ended.signal, signal]);
    const session = this.options.open();
    try {
      for await (const ask of session.asks({ signal: over })) {
        const [own] = runPath(session.conversation, ask.runId ?? "");
        if (own?.runId === runId) yield ask;
      }
    } finally {
      session.close();
    }
  }

  private async finish(): Promise<RunResult> {
    const session = this.options.open();
    try {
      const runId = await this.started();
      if (runId === null) return neverBegan;
      let wasThere = false;
      return await firstOf(session, ({ conversation }) => {
        const run = findRun(conversation, runId);
        if (run === undefined && wasThere)
          throw new ClientError("run_not_found", "The session was rewound to before this run.");
        wasThere ||= run !== undefined;
        return run === undefined || run.outcome === null ? undefined : resultOf(conversation, run);
      });
    } finally {
      session.close();
    }
  }

  /** The id of its run, once it is known; null if the message was removed from the queue. */
  private async started(signal?: AbortSignal): Promise<string | null> {
    const { runId, clientMessageId, seq } = this.options.answer;
    if (runId !== undefined) return runId;
    const session = this.options.open();
    try {
      return await firstOf(
        session,
        ({ conversation }) => {
          const message = findMessage(conversation, clientMessageId);
          if (message !== undefined) return message.runId;
          const isQueued = [...conversation.agents].some(([, { queue }]) =>
            queue.items.some((item) => item.clientMessageId === clientMessageId),
          );
          return isQueued || conversation.seq < seq ? undefined : null;
        },
        signal,
      );
    } finally {
      session.close();
    }
  }
}

const neverBegan: RunResult = {
  runId: null,
  outcome: "cancelled",
  text: "",
  error: null,
  usage: { models: [], inputTokens: 0, outputTokens: 0, costUsd: 0, costComplete: true },
  costUsd: 0,
  costComplete: true,
};

function resultOf(conversation: Conversation, run: Run): RunResult {
  const usage = rollUpUsage(conversation, run.runId);
  const { costUsd, costComplete } = usage;
  return {
    runId: run.runId,
    outcome: run.outcome ?? "interrupted",
    text: lastText(conversation, run.runId),
    error: run.error,
    ...{ usage, costUsd, costComplete },
  };
}

function lastText({ main }: Conversation, runId: string): string {
  for (let pos = main.entries.length - 1; pos >= 0; pos--) {
    const entry = main.entries.get(pos);
    if (entry?.kind === "message" && entry.role === "assistant" && entry.runId === runId)
      return entry.body.toString();
  }
  return "";
}
