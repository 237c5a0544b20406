import { setImmediate as turn } from "node:timers/promises";
import type { AnyMessage, ClientContext } from "@agentclientprotocol/sdk";
import { client, RequestError } from "@agentclientprotocol/sdk";
import { parseNativeLine } from "../../connection/native-line.ts";
import type { Native } from "../../connection/native-value.ts";
import { nameOf, recordOf, textOf } from "../../connection/native-value.ts";
import { waitForExit } from "../../connection/wait-for-exit.ts";
import type { AgentProcess, ProcessExit } from "../../process/agent-process.ts";
import type { Line } from "../../process/split-lines.ts";

/** What becomes of what an agent says. */
export interface Listener {
  /** Something that nobody waits for. Resolves when there is room for more. */
  notified(method: string, params: Native, line: Line): Promise<void>;
  /** Something that the agent waits for. What it throws is what the agent is answered. */
  requested(method: string, params: Native, signal: AbortSignal, line: Line): Promise<unknown>;
  /** A line that is no message, or an answer to nothing. */
  garbled(line: Line): Promise<void>;
}

export type Reply =
  | { readonly ok: true; readonly result: Native }
  | { readonly ok: false; readonly code: number; readonly message: string; readonly data: Native };

/** The code of a request that the agent did not live to answer: its end says what happened. */
export const GONE = 0;
export const gone: Reply = { ok: false, code: GONE, message: "The agent has ended.", data: {} };

/**
 * An agent's process with the protocol. The SDK matches answers to requests; the lines are read here, one after the
 * other, so that nothing the agent says overtakes what it said before, and no line is lost that the SDK would not know.
 */
export class AcpProgram {
  readonly process: AgentProcess;
  private readonly agent: ClientContext;
  private readonly listener: Listener;
  /** Our requests that have no answer yet: theirs are numbered on their own. */
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

  /** Resolves with the agent's answer, or when it is certain that there will be none. */
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

  /** Reads to the end of what the agent says. */
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
      // The agent takes back a request of its own.
      if (method === "$/cancel_request") return this.pass(message, line);
      return this.listener.notified(method, recordOf(message.params), line);
    }
    const isAnswer = method === null && this.waiting.delete(message.id);
    return isAnswer || (method !== null && isId(message.id))
      ? this.pass(message, line)
      : this.listener.garbled(line);
  }

  /** Lets the SDK see a message, and does not go on before whoever it concerns has heard it. */
  private async pass(message: Native, line: Line): Promise<void> {
    if (this.isOver) return;
    this.line = line;
    this.incoming?.enqueue({ ...message, jsonrpc: "2.0" } as unknown as AnyMessage);
    await turn();
  }

  /** An agent that no longer listens is about to end; its end says so. */
  private async write(message: AnyMessage): Promise<void> {
    if ("method" in message && "id" in message) this.waiting.add(message.id);
    await this.process.write(JSON.stringify(message));
  }
}

function isId(id: unknown): boolean {
  return id === null || typeof id === "string" || Number.isFinite(id);
}

/** Some agents say only in the details what went wrong. */
function failureMessage(message: string, data: unknown): string {
  const details = textOf(data) ?? textOf(recordOf(data).details) ?? textOf(recordOf(data).message);
  return details === null || details === "" || message.includes(details) ? message : `${message}: ${details}`;
}
