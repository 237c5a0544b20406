import { setImmediate as turn } from "node:timers/promises";
import { type AnyMessage, type ClientContext, client, RequestError } from "@agentclientprotocol/sdk";
import { parseNativeLine } from "../../connection/native-line.ts";
import { type Native, nameOf, recordOf, textOf } from "../../connection/native-value.ts";
import { waitForExit } from "../../connection/wait-for-exit.ts";
import type { AgentProcess, ProcessExit } from "../../process/agent-process.ts";
import type { Line } from "../../process/split-lines.ts";

/** Handles everything that an agent sends. */
export interface Listener {
  /** A notification. Resolves when there is room for more. */
  notified(method: string, params: Native, line: Line): Promise<void>;
  /** A request. An error that it throws becomes the agent's error response. */
  requested(method: string, params: Native, signal: AbortSignal, line: Line): Promise<unknown>;
  /** A line that is not a message, or a response to no request. */
  garbled(line: Line): Promise<void>;
}

export type Reply =
  | { readonly ok: true; readonly result: Native }
  | { readonly ok: false; readonly code: number; readonly message: string; readonly data: Native };

/** The error code of a request that the agent did not answer before it exited; the exit explains the failure. */
export const GONE = 0;
export const gone: Reply = { ok: false, code: GONE, message: "The agent has exited.", data: {} };

/**
 * An agent's process with its protocol. The SDK matches responses to requests. Lines are read here, one at a time, so
 * that messages keep their order and lines unknown to the SDK are not lost.
 */
export class AcpProgram {
  readonly process: AgentProcess;
  private readonly agent: ClientContext;
  private readonly listener: Listener;
  /** Our requests without a response. The agent numbers its own requests separately. */
  private readonly waiting = new Set<unknown>();
  private line: Line = { text: "", bytes: 0, truncated: false };
  private incoming: ReadableStreamDefaultController<AnyMessage> | null = null;
  private isOver = false;

  constructor(process: AgentProcess, listener: Listener) {
    this.process = process;
    this.listener = listener;
    const readable = new ReadableStream<AnyMessage>({
      start: (controller) => {
        this.incoming = controller;
      },
    });
    const writable = new WritableStream<AnyMessage>({ write: (message) => this.write(message) });
    const app = client({ name: "Polylog" }).onRequest("*", ({ method, params, signal }) =>
      this.listener.requested(method, recordOf(params), signal, this.line),
    );
    this.agent = app.connect({ readable, writable }).agent;
  }

  /** Resolves with the agent's response, or when none can arrive. */
  async request(method: string, params: Native): Promise<Reply> {
    if (this.isOver) return gone;
    try {
      return { ok: true, result: recordOf(await this.agent.request<unknown>(method, params)) };
    } catch (error) {
      if (!(error instanceof RequestError)) return gone;
      const { code, message, data } = error;
      return { ok: false, code, message: failureMessage(message, data), data: recordOf(data) };
    }
  }

  async notify(method: string, params: Native): Promise<void> {
    // An agent that no longer reads is about to exit, and its exit ends the run.
    if (!this.isOver) await this.agent.notify(method, params).catch(() => undefined);
  }

  /** Reads the agent's output until it ends. */
  async read(): Promise<ProcessExit> {
    for await (const line of this.process.lines) await this.take(line);
    const exit = await waitForExit(this.process);
    this.end();
    return exit;
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.incoming?.close();
  }

  private async take(line: Line): Promise<void> {
    if (line.text.trim() === "" && !line.truncated) return;
    const message = parseNativeLine(line);
    const method = nameOf(message?.method);
    if (message === null) return this.listener.garbled(line);
    if (method !== null && !("id" in message)) {
      // The agent cancels its own request.
      if (method === "$/cancel_request") return this.pass(message, line);
      return this.listener.notified(method, recordOf(message.params), line);
    }
    const isAnswer = method === null && this.waiting.delete(message.id);
    return isAnswer || (method !== null && isId(message.id))
      ? this.pass(message, line)
      : this.listener.garbled(line);
  }

  /** Passes a message to the SDK, and waits until its handler has run. */
  private async pass(message: Native, line: Line): Promise<void> {
    if (this.isOver) return;
    this.line = line;
    this.incoming?.enqueue({ ...message, jsonrpc: "2.0" } as unknown as AnyMessage);
    await turn();
  }

  /** Ignores write errors: an agent that no longer reads is about to exit, and its exit is reported. */
  private async write(message: AnyMessage): Promise<void> {
    if ("method" in message && "id" in message) this.waiting.add(message.id);
    await this.process.write(JSON.stringify(message));
  }
}

function isId(id: unknown): boolean {
  return id === null || typeof id === "string" || Number.isFinite(id);
}

/** Some agents give the reason for a failure only in the error's data. */
function failureMessage(message: string, data: unknown): string {
  const details = textOf(data) ?? textOf(recordOf(data).details) ?? textOf(recordOf(data).message);
  return details === null || details === "" || message.includes(details) ? message : `${message}: ${details}`;
}
