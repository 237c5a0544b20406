import type { BackendManifest, DetectedAgent } from "@polylog/backends";
import type { AgentConnection, EventBody, NativeStore, StartOptions } from "@polylog/core";
import { defined } from "@polylog/core";

export interface TinyRun {
  readonly text: string;
  readonly speaker: { readonly runId: string; readonly agentId: string };
  readonly say: (event: EventBody) => void;
}

/** A backend that records its starts and changes, and answers each prompt with one word. */
export class TinyBackend {
  readonly starts: StartOptions[] = [];
  readonly told: [what: "model" | "mode", to: string][] = [];
  /** Ends the program of the last start. */
  die: () => void = () => undefined;
  /** Sends an event as the program of the last start. */
  say: (event: EventBody) => void = () => undefined;
  /** Whether the program reports background work. */
  hasBackgroundWork = false;
  /** Programs that the server stopped. */
  closes = 0;
  /** Its work on a prompt before it answers; with false, it does not answer. */
  work: (run: TinyRun) => Promise<unknown> = async () => undefined;
  /** The program's own sessions. */
  native: NativeStore | undefined;
  private readonly name: string;
  private readonly detected: () => Promise<readonly DetectedAgent[]>;

  constructor(name = "tiny", detected: () => Promise<readonly DetectedAgent[]> = async () => []) {
    this.name = name;
    this.detected = detected;
  }

  get manifest(): BackendManifest {
    return {
      backend: {
        name: this.name,
        capabilities,
        ...defined({ native: this.native }),
        start: async (options) => {
          this.starts.push(options);
          return this.connection(options);
        },
      },
      detect: () => this.detected(),
    };
  }

  private connection({ agentId, sessionId }: StartOptions): AgentConnection {
    const events: EventBody[] = [];
    let isOver = false;
    let wake = () => {};
    const end = () => {
      isOver = true;
      wake();
    };
    this.die = end;
    this.say = (event) => {
      events.push(event);
      wake();
    };
    const isAtWork = () => this.hasBackgroundWork;
    return {
      nativeSessionId: `native-${sessionId}`,
      get hasBackgroundWork() {
        return isAtWork();
      },
      events: {
        async *[Symbol.asyncIterator]() {
          for (;;) {
            for (let next = events.shift(); next !== undefined; next = events.shift()) yield next;
            if (isOver) return;
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
        },
      },
      prompt: async ({ runId, text }) => {
        const responseId = `${runId}-r`;
        const speaker = { runId, agentId };
        const say = (event: EventBody) => {
          events.push(event);
          wake();
        };
        void (async () => {
          if ((await this.work({ text, speaker, say })) === false) return;
          say({ type: "text_done", responseId, text: `heard: ${text}`, ...speaker });
          say({ type: "run_ended", outcome: "completed", ...speaker });
        })();
      },
      steer: async () => undefined,
      answer: async () => undefined,
      cancel: async () => undefined,
      setMode: async (modeId) => void this.told.push(["mode", modeId]),
      setModel: async (modelId) => void this.told.push(["model", modelId]),
      close: async () => {
        this.closes += 1;
        end();
      },
    };
  }
}

export const capabilities = {
  steer: false,
  permissions: true,
  questions: false,
  plan: false,
  resume: true,
  images: false,
  subagents: false,
  cancelSubagent: false,
  steerSubagent: false,
  stream: "delta",
} as const;
