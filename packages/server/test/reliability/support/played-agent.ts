import type { AgentConnection, AskAnswer, Backend, EventBody, Prompt } from "@polylog/core";

/**
 * An agent controlled by the test: it sends events on request, and ignores all commands. Messages to its run
 * arrive too late, unless the test says otherwise.
 */
export class PlayedAgent {
  readonly prompts: Prompt[] = [];
  readonly cancels: string[] = [];
  readonly answers: AskAnswer[] = [];
  readonly modes: string[] = [];
  onSteer: (prompt: Prompt) => Promise<void> = () => Promise.reject(new Error("The run is over."));
  /** The messages to its runs that it did not read. */
  unread: readonly Prompt[] = [];
  canSteer = true;
  isClosed = false;
  private readonly waiting: EventBody[] = [];
  private wake: () => void = () => undefined;
  private prompted: () => void = () => undefined;

  /** The number of its events that have not been read yet. */
  get unheard(): number {
    return this.waiting.length;
  }

  /** Resolves when it has received this many prompts. */
  async whenPrompted(count: number): Promise<void> {
    while (this.prompts.length < count) {
      await new Promise<void>((resolve) => {
        this.prompted = resolve;
      });
    }
  }

  say(...events: EventBody[]): void {
    this.waiting.push(...events);
    this.wake();
  }

  text(runId: string, offset: number, delta: string): void {
    this.say({ type: "text_delta", runId, agentId: "agent", responseId: `${runId}-r`, offset, delta });
  }

  end(runId: string, outcome: "completed" | "failed" = "completed"): void {
    this.say({ type: "run_ended", runId, agentId: "agent", outcome });
  }

  /** Ends its program. */
  die(): void {
    this.isClosed = true;
    this.wake();
  }

  connection(): AgentConnection {
    return {
      nativeSessionId: null,
      events: this.events(),
      prompt: async (prompt) => {
        this.prompts.push(prompt);
        this.prompted();
      },
      canSteer: this.canSteer,
      steer: (prompt) => this.onSteer(prompt),
      unread: (runId) => this.unread.filter((prompt) => prompt.runId === runId),
      answer: async (answer) => void this.answers.push(answer),
      cancel: async (runId) => void this.cancels.push(runId),
      setMode: async (modeId) => void this.modes.push(modeId),
      setModel: async () => undefined,
      close: async () => undefined,
    };
  }

  private async *events(): AsyncGenerator<EventBody> {
    while (true) {
      for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) yield next;
      if (this.isClosed) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}

/** A backend whose n-th start is defined by the test. */
export function playedBackend(start: (count: number) => Promise<AgentConnection>, steers = true): Backend {
  let count = 0;
  return {
    name: "played",
    capabilities: {
      ...{ steer: steers, permissions: true, questions: true, plan: true },
      ...{ resume: false, images: false, stream: "delta" },
      ...{ subagents: true, cancelSubagent: true, steerSubagent: true },
    },
    start: () => start(++count),
  };
}
