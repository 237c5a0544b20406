import { setTimeout as sleep } from "node:timers/promises";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { describeExit } from "../../connection/backend-exited.ts";
import type { AgentProcess } from "../../process/agent-process.ts";
import { limits as processLimits } from "../../process/limits.ts";
import type { Line } from "../../process/split-lines.ts";
import { type ProcessOptions, startProcess } from "../../process/start-process.ts";
import { limits } from "./limits.ts";

/**
 * Speaks MCP with a program over its pipes. The SDK has a transport of its own for this, but programs are started in
 * one place here: with a group, a containment and an environment that leave nothing behind and give nothing away.
 */
export class ProcessTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: Transport["onclose"];
  onerror?: Transport["onerror"];
  /** Why it ended; null while it runs. */
  whyClosed: string | null = null;
  private readonly options: ProcessOptions;
  private readonly onGarbage: () => void;
  private started: Promise<AgentProcess> | null = null;
  private reading: Promise<void> = Promise.resolve();
  private garbage = 0;
  private isClosing = false;

  /** `onGarbage` is told of each line that is no message. */
  constructor(options: ProcessOptions, onGarbage: () => void) {
    this.options = options;
    this.onGarbage = onGarbage;
  }

  async start(): Promise<void> {
    this.started = startProcess(this.options).then((outcome) => {
      if (!outcome.ok) throw new Error(outcome.failure.message);
      this.reading = this.read(outcome.process);
      return outcome.process;
    });
    await this.started;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const program = await this.started;
    const written = await program?.write(JSON.stringify(message));
    if (written?.ok === true) return;
    // Most likely it is ending, and how it ends says more than that it does not listen.
    await Promise.race([this.reading, sleep(processLimits.mutedMs, undefined, { ref: false })]);
    throw new Error("The program does not listen any more.");
  }

  /** Ends the program and all it started, also one that is about to start. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.whyClosed ??= "It was closed.";
    // `start` reports the failure; a program that did not start needs no stop.
    const program = await this.started?.catch(() => null);
    program?.endInput();
    await program?.stop();
  }

  private async read(program: AgentProcess): Promise<void> {
    for await (const line of program.lines) if (!this.isClosing) this.take(line);
    // One that has closed its output can answer no more.
    const muted = setTimeout(() => void program.stop(), processLimits.mutedMs);
    const exit = await program.exit;
    clearTimeout(muted);
    this.whyClosed ??= describeExit("It", exit);
    this.onclose?.();
  }

  private take(line: Line): void {
    const message = messageIn(line);
    if (message !== null) {
      this.garbage = 0;
      this.onmessage?.(message);
    } else if (line.truncated && line.text.startsWith("{")) {
      // It may be what a call waits for; without it the call would wait in vain.
      this.give(`It sent a message of ${line.bytes} bytes, and at most ${processLimits.lineBytes} are read.`);
    } else if (line.text.trim() !== "") {
      this.onGarbage();
      if (++this.garbage >= limits.garbageLines) {
        this.give(`It wrote ${this.garbage} lines in a row that are no MCP messages.`);
      }
    }
  }

  /** Ends it for a reason that its exit would not tell. */
  private give(reason: string): void {
    this.whyClosed = reason;
    void this.close();
  }
}

function messageIn({ text, truncated }: Line): JSONRPCMessage | null {
  if (truncated || !text.startsWith("{")) return null;
  try {
    return JSONRPCMessageSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not JSON: the caller counts it as garbage.
    return null;
  }
}
