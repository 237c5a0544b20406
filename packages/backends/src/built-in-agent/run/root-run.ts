import { setMaxListeners } from "node:events";
import { setTimeout as startTimer } from "node:timers/promises";
import { messageOf, type Prompt, runsBelow } from "@polylog/core";
import type { Agent } from "../agent.ts";
import { historyBefore, historyOf } from "../history/history.ts";
import type { Instructions } from "../instructions/load-instructions.ts";
import { limits } from "../limits.ts";
import type { ModelMessage } from "../model/types.ts";
import { untakenMessages, type WaitingRun } from "../resume/waiting-run.ts";
import { readCommand } from "../slash-commands.ts";
import type { AgentTool } from "../tools/tool.ts";
import { AgentRun } from "./agent-run.ts";
import { promptMessage } from "./prompt-message.ts";
import { type RunEnd, RunScope } from "./run-scope.ts";
import { RunSetup } from "./run-setup.ts";
import { RunTree } from "./run-tree.ts";
import { SteeringQueue } from "./steering-queue.ts";
import { gitBranch } from "./system-prompt.ts";

export interface RootRunInit {
  readonly agent: Agent;
  /** The current instructions of the project and the user. */
  instructions(scope: RunScope): Promise<Instructions>;
  /** The tools of MCP servers, once those are ready. */
  mcpTools(scope: RunScope): Promise<() => readonly AgentTool[]>;
}

/** Runs one prompt to completion. Never throws. */
export function runPrompt(init: RootRunInit, prompt: Prompt): Promise<void> {
  const { agent } = init;
  const { runId, text } = prompt;
  return play(init, { runId, tree: new RunTree(), waiting: null }, async (scope, steering) => {
    const { setup, instructions } = await prepare(init, scope);
    const history = historyOf(agent.host.conversation(), { agentId: agent.agentId, runId, prompt: text });
    const run = makeRun(setup, scope, steering, history);
    const command = readCommand(text, instructions.commands);
    if (command?.name === "compact") return run.compactContext(command.focus);
    return run.run(await promptMessage(scope, prompt, instructions));
  });
}

/** The same for a run that another process started: continues from where it waits. */
export function resumeRun(init: RootRunInit, waiting: WaitingRun): Promise<void> {
  const { runId } = waiting.run;
  const subagents = [...runsBelow(init.agent.host.conversation(), runId)].length - 1;
  return play(init, { runId, tree: new RunTree(subagents), waiting }, async (scope, steering) => {
    const { setup } = await prepare(init, scope);
    for (const message of untakenMessages(waiting)) steering.add(message);
    return makeRun(setup, scope, steering, historyBefore(waiting, null)).continue(waiting);
  });
}

interface RootRun {
  readonly runId: string;
  readonly tree: RunTree;
  readonly waiting: WaitingRun | null;
}

async function play(
  { agent }: RootRunInit,
  { runId, tree, waiting }: RootRun,
  work: (scope: RunScope, steering: SteeringQueue) => Promise<RunEnd>,
): Promise<void> {
  const { tracker } = agent;
  const controller = new AbortController();
  const { signal } = controller;
  setMaxListeners(0, signal);
  const scope = new RunScope({ agent, runId, signal, tree, depth: 0, waiting });
  const steering = new SteeringQueue();
  const end = await agent.withControls(runId, { controller, steering }, async (): Promise<RunEnd> => {
    try {
      return await work(scope, steering);
    } catch (error) {
      return signal.aborted ? { outcome: "cancelled", text: "" } : bug(error);
    }
  });
  if (end.outcome === "cancelled") {
    // The run also ends what it started, which may take a moment.
    await Promise.race([tree.settled(), startTimer(limits.cancelMs, undefined, { ref: false })]);
  }
  void tracker.emit({ type: "agent_status", status: "idle", ...scope.runRef });
  void tracker.emit(scope.endEvent(end));
}

async function prepare(
  init: RootRunInit,
  scope: RunScope,
): Promise<{ readonly setup: RunSetup; readonly instructions: Instructions }> {
  const { agent } = init;
  if (scope.waiting === null) await scope.status("model_loading");
  const instructions = await init.instructions(scope);
  const mcpTools = await init.mcpTools(scope);
  const branch = await gitBranch(agent.project.root);
  return { setup: new RunSetup({ agent, instructions, mcpTools, branch }), instructions };
}

function makeRun(
  setup: RunSetup,
  scope: RunScope,
  steering: SteeringQueue,
  history: readonly ModelMessage[],
): AgentRun {
  const { agentId, host } = scope.agent;
  const run: AgentRun = new AgentRun({
    scope,
    system: () => setup.system(),
    history,
    tools: () => setup.tools(scope, () => run.finishAfterThis()),
    usedTokens: host.conversation().agents.get(agentId)?.context?.usedTokens,
    takeSteered: (last) => Promise.all(steering.take(last).map((one) => setup.promptMessage(scope, one))),
  });
  return run;
}

/** An internal error ends only its own run. */
function bug(error: unknown): RunEnd {
  const message = messageOf(error);
  return {
    outcome: "failed",
    error: { code: "agent_error", message: `The agent failed: ${message}` },
    text: "",
  };
}
