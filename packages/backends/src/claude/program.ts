import { setTimeout as sleep } from "node:timers/promises";
import type { AgentProcess, ProcessExit } from "../process/agent-process.ts";
import { limits as processLimits } from "../process/limits.ts";
import type { Native } from "./native.ts";
import type { ControlReply } from "./translate.ts";

export type Reply =
  | { readonly ok: true; readonly response: Native }
  | { readonly ok: false; readonly message: string };

/** Claude Code's process with its control protocol: requests that are answered, and lines that are not. */
export class ClaudeProgram {
  readonly process: AgentProcess;
  private readonly replies = new Map<string, (reply: Reply) => void>();
  private lastId = 0;
  private isOver = false;

  constructor(process: AgentProcess) {
    this.process = process;
  }

  /** Says something that has no answer. A program that no longer listens is about to end; its end says so. */
  async say(value: Native): Promise<void> {
    await this.process.write(JSON.stringify(value));
  }

  /** Resolves with the program's reply, or when it is certain that there will be none. */
  request(request: Native): Promise<Reply> {
    if (this.isOver) return Promise.resolve(gone);
    const requestId = `polylog-${++this.lastId}`;
    const reply = new Promise<Reply>((resolve) => this.replies.set(requestId, resolve));
    void this.say({ type: "control_request", request_id: requestId, request });
    return reply;
  }

  /** Answers a request of the program's. */
  async reply(requestId: string, response: Native): Promise<void> {
    await this.say({
      type: "control_response",
      response: { subtype: "success", request_id: requestId, response },
    });
  }

  async refuse(requestId: string, error: string): Promise<void> {
    await this.say({
      type: "control_response",
      response: { subtype: "error", request_id: requestId, error },
    });
  }

  heard({ requestId, ok, response, message }: ControlReply): void {
    this.replies.get(requestId)?.(ok ? { ok, response } : { ok, message });
    this.replies.delete(requestId);
  }

  /** Waits for the end of a program that has closed its output: it can say nothing more. */
  async afterOutput(): Promise<ProcessExit> {
    const waiting = new AbortController();
    void sleep(processLimits.mutedMs, undefined, { ref: false, signal: waiting.signal }).then(
      () => this.process.stop(),
      () => undefined,
    );
    const exit = await this.process.exit;
    waiting.abort();
    this.end();
    return exit;
  }

  end(): void {
    this.isOver = true;
    for (const settle of this.replies.values()) settle(gone);
    this.replies.clear();
  }
}

const gone: Reply = { ok: false, message: "Claude Code has ended." };
