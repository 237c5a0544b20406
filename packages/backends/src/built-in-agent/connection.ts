import { setMaxListeners } from "node:events";
import type { AgentConnection, AskAnswer, AskingRun, Choice, EventBody, Prompt } from "@polylog/core";
import { isPermissionMode } from "@polylog/core";
import { connectionClosed } from "../connection/backend-exited.ts";
import type { Agent } from "./agent.ts";
import type { Instructions } from "./instructions/load-instructions.ts";
import type { McpConnections } from "./mcp/connect-servers.ts";
import { listModels } from "./model/list-models.ts";
import { type WaitingRun, waitingRun } from "./resume/waiting-run.ts";
import { orAborted } from "./run/or-aborted.ts";
import { type RootRunInit, resumeRun, runPrompt } from "./run/root-run.ts";
import type { RunScope } from "./run/run-scope.ts";
import { allCommands } from "./slash-commands.ts";
import type { AgentTool } from "./tools/tool.ts";

export interface ConnectionInit {
  readonly agent: Agent;
  loadInstructions(): Promise<Instructions>;
  connectMcpServers(signal: AbortSignal): Promise<McpConnections>;
}

const modes: readonly Choice[] = [
  { id: "ask", name: "Ask", description: "Asks before it edits files or runs commands" },
  {
    id: "accept_edits",
    name: "Accept edits",
    description: "Edits files without asking; asks before it runs commands",
  },
  { id: "plan", name: "Plan", description: "Explores and presents a plan; changes nothing" },
  { id: "full", name: "Full access", description: "Never asks" },
];

/** The built-in agent in one session. It keeps no history: it reads the conversation from the log. */
export class BuiltInConnection implements AgentConnection {
  readonly nativeSessionId = null;
  private readonly init: ConnectionInit;
  private readonly agent: Agent;
  private readonly closing = new AbortController();
  private mcp: Promise<McpConnections> | null = null;
  private readonly sentNotices = new Set<string>();
  private readonly playing = new Set<Promise<void>>();
  private sentCommands = "";
  private hasListed = false;
  private closed: Promise<void> | null = null;

  constructor(init: ConnectionInit) {
    this.init = init;
    this.agent = init.agent;
    setMaxListeners(0, this.closing.signal);
  }

  get events(): AsyncIterable<EventBody> {
    return this.agent.tracker.events;
  }

  get hasBackgroundWork(): boolean {
    return this.agent.shells.isAnyRunning;
  }

  /** Reports the agent's capabilities. */
  async begin(): Promise<void> {
    const { agentId, tracker, model, mode } = this.agent;
    const commands = allCommands((await this.init.loadInstructions()).commands);
    this.sentCommands = JSON.stringify(commands);
    const current = { currentModeId: mode, currentModelId: model };
    await tracker.emit({
      type: "session_meta",
      agentId,
      modes: [...modes],
      models: this.models([]),
      commands,
      ...current,
    });
  }

  async prompt(prompt: Prompt): Promise<void> {
    this.begun(prompt.runId);
    this.play((init) => runPrompt(init, prompt));
  }

  /** Answers may arrive as soon as this resolves, before the run itself waits for them. */
  async continueRun({ runId, askIds }: AskingRun): Promise<void> {
    const { asks, host } = this.agent;
    const waiting = waitingRun(host.conversation(), runId, askIds);
    if (waiting === null) throw new Error("This run is not waiting for an answer.");
    this.begun(runId);
    const expect = (waits: WaitingRun) => {
      for (const { kind, askId } of waits.asks.values()) void asks.expect(kind, askId);
      for (const child of waits.children.values()) {
        this.agent.tracker.begin(child.run.runId, waits.run.runId);
        expect(child);
      }
    };
    expect(waiting);
    this.play((init) => resumeRun(init, waiting));
  }

  private begun(runId: string): void {
    const { tracker } = this.agent;
    if (tracker.hasEnded) throw new Error("The agent has stopped. Send the message again to restart it.");
    tracker.begin(runId);
    this.agent.forgetUntaken();
    void this.listModels();
  }

  private play(work: (init: RootRunInit) => Promise<void>): void {
    const init = {
      agent: this.agent,
      instructions: (scope: RunScope) => this.instructions(scope),
      mcpTools: (scope: RunScope) => this.mcpTools(scope),
    };
    // The command is acknowledged before the run's first event.
    queueMicrotask(() => {
      const played = work(init).finally(() => this.playing.delete(played));
      this.playing.add(played);
    });
  }

  async steer(prompt: Prompt): Promise<void> {
    if (this.agent.steer(prompt)) return;
    throw new Error("The run has ended. Send the message as a new prompt.");
  }

  unread(runId: string): readonly Prompt[] {
    return this.agent.untakenOf(runId);
  }

  async answer(answer: AskAnswer): Promise<void> {
    if (answer.kind === "plan" && answer.mode !== undefined) this.agent.mode = answer.mode;
    this.agent.asks.answer(answer);
  }

  async cancel(runId: string): Promise<void> {
    this.agent.stop(runId);
  }

  async setMode(modeId: string): Promise<void> {
    if (!isPermissionMode(modeId))
      throw new Error(`The built-in agent has no mode ${modeId}. Choose ask, accept_edits, plan or full.`);
    this.agent.mode = modeId;
  }

  async setModel(modelId: string): Promise<void> {
    await this.agent.setModel(modelId);
  }

  close(): Promise<void> {
    this.closed ??= this.end();
    return this.closed;
  }

  private async end(): Promise<void> {
    const { agent, mcp, closing } = this;
    agent.tracker.end(connectionClosed);
    closing.abort(new Error("The agent was closed."));
    agent.stopAll();
    // Wait until all runs have stopped the programs that they started.
    await Promise.all(this.playing);
    // Servers that failed to connect have nothing to close.
    await Promise.all([mcp?.then((open) => open.close()).catch(() => undefined), agent.shells.close()]);
  }

  /** Read again for every prompt because files change. */
  private async instructions(scope: RunScope): Promise<Instructions> {
    const instructions = await this.init.loadInstructions();
    await this.sendNotices(scope, instructions.notices);
    const commands = allCommands(instructions.commands);
    const current = JSON.stringify(commands);
    if (current !== this.sentCommands) {
      this.sentCommands = current;
      await this.agent.tracker.emit({ type: "commands_update", commands, agentId: this.agent.agentId });
    }
    return instructions;
  }

  private async mcpTools(scope: RunScope): Promise<() => readonly AgentTool[]> {
    this.mcp ??= this.init.connectMcpServers(this.closing.signal);
    const mcp = await orAborted(this.mcp, scope.signal);
    await this.sendNotices(scope, mcp.notices);
    return () => mcp.tools;
  }

  /** Sends each notice only once. */
  private async sendNotices(scope: RunScope, notices: readonly string[]): Promise<void> {
    for (const text of notices) {
      if (this.sentNotices.has(text)) continue;
      this.sentNotices.add(text);
      await scope.notice(text);
    }
  }

  /** Reports the server's models when they are known. No caller waits for this. */
  private async listModels(): Promise<void> {
    if (this.hasListed) return;
    this.hasListed = true;
    const { agent, closing } = this;
    const listed = await listModels(agent.modelChoices()[0], closing.signal);
    const models = this.models(listed);
    if (models.length === this.models([]).length || closing.signal.aborted) return;
    await agent.tracker.emit({ type: "session_meta", models, agentId: agent.agentId });
  }

  private models(listed: readonly string[]): Choice[] {
    return [...new Set([...this.agent.knownModels, ...listed])].map((id) => ({ id, name: id }));
  }
}
