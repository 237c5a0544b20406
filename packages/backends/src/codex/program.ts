import { setTimeout as sleep } from "node:timers/promises";
import type { AgentProcess, ProcessExit } from "../process/agent-process.ts";
import { limits as processLimits } from "../process/limits.ts";
import type { Native } from "./native.ts";
import type { RpcReply } from "./translate.ts";

export type Reply =
  | { readonly ok: true; readonly result: Native }
  | { readonly ok: false; readonly message: string };

type OnReply = (reply: Reply) => void;

/** The app-server's process with its protocol: JSON-RPC, a line each, without the version. */
export class CodexProgram {
  readonly process: AgentProcess;
  private readonly replies = new Map<number | string, OnReply>();
  private lastId = 0;
  private isOver = false;

  constructor(process: AgentProcess) {
    this.process = process;
  }

  /**
   * Resolves with the program's reply, or when it is certain that there will be none. `onReply` is called before the
   * next line is read: what a reply names may be spoken of there.
   */
  request(method: string, params: Native, onReply: OnReply = () => undefined): Promise<Reply> {
    return new Promise<Reply>((resolve) => {
      const settle: OnReply = (reply) => {
        onReply(reply);
        resolve(reply);
      };
      if (this.isOver) return settle(gone);
      const id = ++this.lastId;
      this.replies.set(id, settle);
      void this.say({ method, id, params });
    });
  }

  notify(method: string): Promise<void> {
    return this.say({ method });
  }

  /** Answers a request of the program's. */
  respond(id: number | string, result: Native): Promise<void> {
    return this.say({ id, result });
  }

  refuse(id: number | string, method: string): Promise<void> {
    return this.say({ id, error: { code: -32601, message: `Nobody here can answer ${method}.` } });
  }

  heard({ rpcId, ok, result, message }: RpcReply): void {
    const settle = this.replies.get(rpcId);
    this.replies.delete(rpcId);
    settle?.(ok ? { ok, result } : { ok, message });
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
    const waiting = [...this.replies.values()];
    this.replies.clear();
    for (const settle of waiting) settle(gone);
  }

  /** A program that no longer listens is about to end; its end says so. */
  private async say(value: Native): Promise<void> {
    await this.process.write(JSON.stringify(value));
  }
}

const gone: Reply = { ok: false, message: "Codex has ended." };
