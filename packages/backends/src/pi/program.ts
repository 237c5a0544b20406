import { setTimeout as sleep } from "node:timers/promises";
import type { AgentProcess, ProcessExit } from "../process/agent-process.ts";
import { limits as processLimits } from "../process/limits.ts";
import type { DialogAnswer } from "./dialogs.ts";
import type { Native } from "./native.ts";
import type { Reply as ToldReply } from "./translate.ts";

export type Reply =
  | { readonly ok: true; readonly data: Native }
  | { readonly ok: false; readonly message: string };

/** Pi's process with its protocol: requests that are answered, and answers to its dialogs. */
export class PiProgram {
  readonly process: AgentProcess;
  private readonly replies = new Map<string, (reply: Reply) => void>();
  private lastId = 0;
  private isOver = false;

  constructor(process: AgentProcess) {
    this.process = process;
  }

  /** Resolves with the program's reply, or when it is certain that there will be none. */
  request(request: Native): Promise<Reply> {
    if (this.isOver) return Promise.resolve(gone);
    const id = `polylog-${++this.lastId}`;
    const reply = new Promise<Reply>((resolve) => this.replies.set(id, resolve));
    void this.say({ id, ...request });
    return reply;
  }

  answer(id: string, answer: DialogAnswer): Promise<void> {
    return this.say({ type: "extension_ui_response", id, ...answer });
  }

  heard({ id, ok, data, message }: ToldReply): void {
    this.replies.get(id)?.(ok ? { ok, data } : { ok, message });
    this.replies.delete(id);
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

  /** A program that no longer listens is about to end; its end says so. */
  private async say(value: Native): Promise<void> {
    await this.process.write(JSON.stringify(value));
  }
}

const gone: Reply = { ok: false, message: "Pi has ended." };
