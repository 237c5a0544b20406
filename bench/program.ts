import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A separate process that executes requests. Its file ends with a call of `answer`. */
export class Program {
  readonly pid: number;
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, PromiseWithResolvers<unknown>>();
  private asked = 0;
  private gone: Error | null = null;

  private constructor(child: ChildProcess) {
    this.child = child;
    this.pid = child.pid as number;
    child.on("message", (message) => this.take(message as Answer));
    child.on("exit", (code, signal) => {
      this.gone = new Error(`A program of the benchmark ended early (${signal ?? code}).`);
      for (const { reject } of this.waiting.values()) reject(this.gone);
    });
  }

  /** `path` is relative to `bench/programs`. All programs run with a callable garbage collector. */
  static async start(path: string, ...args: readonly string[]): Promise<Program> {
    const file = fileURLToPath(new URL(`./programs/${path}`, import.meta.url));
    const child = fork(file, args, { execArgv: ["--expose-gc"] });
    await once(child, "spawn");
    return new Program(child);
  }

  ask<T>(what: string, value?: unknown): Promise<T> {
    if (this.gone !== null) return Promise.reject(this.gone);
    const id = ++this.asked;
    const answer = Promise.withResolvers<unknown>();
    this.waiting.set(id, answer);
    this.child.send({ id, what, value });
    return answer.promise as Promise<T>;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await gone;
  }

  private take({ id, value, error }: Answer): void {
    const answer = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) answer?.resolve(value);
    else answer?.reject(new Error(error));
  }
}

interface Question {
  readonly id: number;
  readonly what: string;
  readonly value: unknown;
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

type Answers = Readonly<Record<string, (value: never) => unknown>>;

/** Milliseconds of processor time and kilobytes of memory. */
export interface Cost {
  readonly cpu: number;
  readonly rss: number;
}

/** The program's side. Every program also reports its cost on request. */
export function answer(answers: Answers): void {
  const all: Answers = { ...answers, cost };
  process.on("message", async ({ id, what, value }: Question) => {
    try {
      process.send?.({ id, value: await all[what]?.(value as never) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.on("disconnect", () => process.exit(0));
}

/** Garbage has no lasting cost, so it is collected first. */
function cost(collect: boolean): Cost {
  if (collect) globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  return { cpu: (user + system) / 1000, rss: process.memoryUsage.rss() / 1000 };
}
