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
 * Speaks MCP with a program over its pipes. The SDK's own transport is not used, because Polylog starts all programs in
 * one place, with a process group, containment and a filtered environment.
 */
export class ProcessTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: Transport["onclose"];
  onerror?: Transport["onerror"];
  /** Why it closed. Null while it runs. */
  whyClosed: string | null = null;
  private readonly options: ProcessOptions;
  private readonly onGarbage: () => void;
  private started: Promise<AgentProcess> | null = null;
  private reading: Promise<void> = Promise.resolve();
  private garbage = 0;
  private isClosing = false;

  /** Calls `onGarbage` for each line that is not a message. */
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
    // The program is probably ending, and its exit gives a better reason than the closed pipe.
    await Promise.race([this.reading, sleep(processLimits.mutedMs, undefined, { ref: false })]);
    throw new Error("The program no longer reads its input.");
  }

  /** Stops the program and everything it started, including a program that is about to start. */
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
    // A program that closed its output can no longer answer.
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
      // A call may be waiting for this message and would otherwise never end.
      this.fail(`It sent a message of ${line.bytes} bytes. The limit is ${processLimits.lineBytes} bytes.`);
    } else if (line.text.trim() !== "") {
      this.onGarbage();
      if (++this.garbage >= limits.garbageLines) {
        this.fail(`It wrote ${this.garbage} consecutive lines that are not MCP messages.`);
      }
    }
  }

  /** Stops it for a reason that its exit would not show. */
  private fail(reason: string): void {
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
