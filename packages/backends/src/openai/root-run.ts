import { setMaxListeners } from "node:events";
import { setTimeout as startTimer } from "node:timers/promises";
import type { Prompt } from "@polylog/core";
import type { Agent } from "./agent.ts";
import { readCommand } from "./commands.ts";
import { historyOf } from "./history/history.ts";
import type { Instructions } from "./instructions/load.ts";
import { RunKit } from "./kit.ts";
import { limits } from "./limits.ts";
import { messageOf } from "./message-of.ts";
import { gitBranch } from "./prompt.ts";
import { AgentRun } from "./run/agent-run.ts";
import { type RunEnd, RunScope } from "./run/run-scope.ts";
import { RunTree } from "./run/run-tree.ts";
import { Steering } from "./steering.ts";
import type { AgentTool } from "./tools/tool.ts";

export interface RootRunInit {
  readonly agent: Agent;
  readonly prompt: Prompt;
  /** What the project and the person bring along, as it is now. */
  instructions(scope: RunScope): Promise<Instructions>;
  /** The tools of other programs, once those are there. */
  borrowedTools(scope: RunScope): Promise<() => readonly AgentTool[]>;
}

/** Plays one prompt from its beginning to its end, whatever happens. Never throws. */
export async function playPrompt(init: RootRunInit): Promise<void> {
  const { agent, prompt } = init;
  const { world, book } = agent;
  const { runId } = prompt;
  const controller = new AbortController();
  const { signal } = controller;
  setMaxListeners(0, signal);
  const tree = new RunTree();
  const scope = new RunScope({ agent, runId, signal, tree, depth: 0 });
  const startedAt = world.now();
  const steering = new Steering();
  const end = await agent.reachable(runId, { controller, steering }, async (): Promise<RunEnd> => {
    try {
      const instructions = await prepare(init, scope);
      const run = await makeRun(init, scope, steering, instructions);
      return await perform(init, run, instructions);
    } catch (error) {
      return signal.aborted ? { outcome: "cancelled", text: "" } : bug(error);
    }
  });
  if (end.outcome === "cancelled") {
    // What was started is ended with the run, and may take a moment to be gone.
    await Promise.race([tree.settled(), startTimer(limits.cancelMs, undefined, { ref: false })]);
  }
  void book.emit({ type: "agent_status", status: "idle", ...scope.speaker });
  void book.emit(scope.endEvent(end, Math.max(0, Math.round(world.now() - startedAt))));
}

async function prepare(init: RootRunInit, scope: RunScope): Promise<Instructions> {
  await scope.status("model_loading");
  return init.instructions(scope);
}

async function makeRun(
  init: RootRunInit,
  scope: RunScope,
  steering: Steering,
  instructions: Instructions,
): Promise<AgentRun> {
  const { agent, prompt } = init;
  const { agentId, host } = agent;
  const mcpTools = await init.borrowedTools(scope);
  const branch = await gitBranch(agent.project.root);
  const kit = new RunKit({ agent, instructions, mcpTools, branch });
  const conversation = host.conversation();
  const { runId, text } = prompt;
  const history = historyOf(conversation, { agentId, runId, prompt: text });
  const run: AgentRun = new AgentRun({
    scope,
    system: () => kit.system(),
    history,
    tools: () => kit.tools(scope, () => run.finishAfterThis()),
    usedTokens: conversation.agents.get(agentId)?.context?.usedTokens,
    takeSteered: (last) => Promise.all(steering.take(last).map((one) => kit.messageOf(scope, one))),
  });
  return run;
}

async function perform(init: RootRunInit, run: AgentRun, instructions: Instructions): Promise<RunEnd> {
  const { prompt } = init;
  const command = readCommand(prompt.text, instructions.commands);
  if (command?.name === "compact") return run.compact(command.wish);
  return run.run(await messageOf(run.scope, prompt, instructions));
}

/** A fault of ours ends its run and nothing else. */
function bug(error: unknown): RunEnd {
  const message = error instanceof Error ? error.message : String(error);
  return {
    outcome: "failed",
    error: { code: "agent_error", message: `The agent failed: ${message}` },
    text: "",
  };
}
