import type { AgentProcess, ProcessExit } from "../process/agent-process.ts";
import { waitForExit } from "./wait-for-exit.ts";

/**
 * A program that answers requests over its pipes, one line each. Every request gets a reply, even if the program ends.
 */
export class RpcProgram<Reply> {
  readonly process: AgentProcess;
  private readonly gone: Reply;
  private readonly waiting = new Map<number | string, (reply: Reply) => void>();
  private lastId = 0;
  private isOver = false;

  /** `gone` is the reply for a program that has ended. */
  constructor(process: AgentProcess, gone: Reply) {
    this.process = process;
    this.gone = gone;
  }

  /** Waits for the exit of a program that has closed its output. */
  async waitForExit(): Promise<ProcessExit> {
    const exit = await waitForExit(this.process);
    this.end();
    return exit;
  }

  end(): void {
    this.isOver = true;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const settle of waiting) settle(this.gone);
  }

  /**
   * Sends a message. Write errors are ignored: a program that stops reading is about to exit, and its exit is reported.
   */
  async send(value: object): Promise<void> {
    await this.process.write(JSON.stringify(value));
  }

  /**
   * Sends a request. `line` creates it from its number, and `settle` receives the answer before the next line is read.
   */
  protected ask(
    line: (count: number) => { id: number | string; value: object },
    settle: (reply: Reply) => void,
  ): void {
    if (this.isOver) return settle(this.gone);
    const { id, value } = line(++this.lastId);
    this.waiting.set(id, settle);
    void this.send(value);
  }

  protected answered(id: number | string, reply: Reply): void {
    const settle = this.waiting.get(id);
    this.waiting.delete(id);
    settle?.(reply);
  }
}
