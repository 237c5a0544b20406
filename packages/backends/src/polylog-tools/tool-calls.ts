import type { PolylogToolDefinition, PolylogToolResult, PolylogToolset } from "@polylog/core";
import { defined } from "@polylog/core";

export interface PolylogToolCall {
  /** The program's id for this call. */
  readonly id: string;
  readonly runId: string | null;
  /** The id of the call in the log. */
  readonly callId: string | null;
  readonly name: string;
  readonly input: unknown;
}

interface OpenCall {
  readonly runId: string | null;
  readonly controller: AbortController;
}

/** A program's pending calls of Polylog tools. Each ends once, at the latest when it is stopped. */
export class PolylogToolCalls {
  private readonly tools: PolylogToolset | null;
  private readonly open = new Map<string, OpenCall>();

  constructor(tools: PolylogToolset | null) {
    this.tools = tools;
  }

  get list(): readonly PolylogToolDefinition[] {
    return this.tools?.list ?? [];
  }

  /** Null if the call was stopped, because its result is no longer needed. */
  async call({ id, runId, callId, name, input }: PolylogToolCall): Promise<PolylogToolResult | null> {
    if (this.tools === null || !this.list.some((tool) => tool.name === name)) {
      return { text: `Polylog has no tool named ${name}.`, isError: true };
    }
    const controller = new AbortController();
    const { signal } = controller;
    const call = { runId, controller };
    this.open.set(id, call);
    const aborted = new Promise<null>((resolve) => {
      signal.addEventListener("abort", () => resolve(null), { once: true });
    });
    try {
      return await Promise.race([
        this.tools.call({ runId, ...defined({ callId }), name, input, signal }),
        aborted,
      ]);
    } finally {
      if (this.open.get(id) === call) this.open.delete(id);
    }
  }

  /** The program no longer waits for this call. */
  stop(id: string): void {
    this.open.get(id)?.controller.abort();
  }

  stopWhere(fits: (runId: string | null) => boolean): void {
    for (const { runId, controller } of this.open.values()) if (fits(runId)) controller.abort();
  }

  stopAll(): void {
    this.stopWhere(() => true);
  }
}
