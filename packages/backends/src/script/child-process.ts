import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { backendExited, connectionClosed, describeExit } from "../connection/backend-exited.ts";
import { RunTracker } from "../connection/run-tracker.ts";
import type { AgentProcess } from "../process/agent-process.ts";
import { limits } from "../process/limits.ts";
import type { StartFailure } from "../process/start-failure.ts";
import { startProcess } from "../process/start-process.ts";
import type { ScriptLink } from "./connection.ts";
import type { CommandResult, NumberedCommand, ScriptCommand } from "./protocol.ts";
import { type ScriptState, translate } from "./translate.ts";

const program = fileURLToPath(new URL("./agent-main.ts", import.meta.url));

type Start = Extract<ScriptCommand, { type: "start" }>;

/** An agent in a separate program, which can really exit. */
export async function linkToProcess(
  start: Start,
  env: Readonly<Record<string, string>>,
): Promise<{ ok: true; link: ScriptLink } | { ok: false; failure: StartFailure }> {
  const started = await startProcess({
    command: process.execPath,
    args: [program],
    cwd: start.projectRoot,
    env,
  });
  if (!started.ok) return started;
  const link = new ProcessLink(started.process, start.agentId);
  const reply = await link.send(start);
  if (reply.ok) return { ok: true, link };
  const message = describeExit("The script", await started.process.exit);
  return { ok: false, failure: { code: "program_not_started", message } };
}

class ProcessLink implements ScriptLink {
  readonly tracker: RunTracker;
  private readonly process: AgentProcess;
  private readonly replies = new Map<number, (reply: CommandResult) => void>();
  private state: ScriptState;
  private lastId = 0;
  private isClosing = false;
  private readonly reading: Promise<void>;

  constructor(process: AgentProcess, agentId: string) {
    this.process = process;
    this.tracker = new RunTracker(agentId);
    this.state = { agentId, nativeSessionId: null };
    this.reading = this.read();
  }

  get nativeSessionId(): string | null {
    return this.state.nativeSessionId;
  }

  /** Resolves with the agent's reply, or with a failure when no reply can come. */
  send(command: ScriptCommand): Promise<CommandResult> {
    if (this.tracker.hasEnded) return Promise.resolve(gone);
    const id = ++this.lastId;
    const reply = new Promise<CommandResult>((resolve) => this.replies.set(id, resolve));
    const numbered: NumberedCommand = { ...command, id };
    // If the program no longer reads, it is about to exit, and its exit settles the command.
    void this.process.write(JSON.stringify(numbered));
    return reply;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.process.stop();
    // Wait for its last output, but not if nothing reads it.
    await Promise.race([this.reading, sleep(limits.drainMs, undefined, { ref: false })]);
    this.end();
  }

  private async read(): Promise<void> {
    for await (const line of this.process.lines) {
      const { state, events, reply } = translate(this.state, line);
      this.state = state;
      if (reply !== undefined) this.settle(reply.id, reply);
      for (const event of events) await this.tracker.emit(event);
    }
    // A program that has closed its output can no longer end a run.
    const muted = setTimeout(() => void this.process.stop(), limits.mutedMs);
    const exit = await this.process.exit;
    clearTimeout(muted);
    this.tracker.end(this.isClosing ? connectionClosed : backendExited("The script", exit));
    this.end();
  }

  private end(): void {
    this.tracker.end(connectionClosed);
    for (const id of this.replies.keys()) this.settle(id, gone);
  }

  private settle(id: number, reply: CommandResult): void {
    this.replies.get(id)?.(reply);
    this.replies.delete(id);
  }
}

const gone: CommandResult = { ok: false, message: "The agent has stopped." };
