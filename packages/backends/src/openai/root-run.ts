import { setMaxListeners } from "node:events";
import { setTimeout as startTimer } from "node:timers/promises";
import type { ProjectChanges, Prompt } from "@polylog/core";
import type { Agent } from "./agent.ts";
import { readCommand } from "./commands.ts";
import { historyOf, imagePart } from "./history/history.ts";
import { MessageList } from "./history/message-list.ts";
import type { Instructions } from "./instructions/load.ts";
import { RunKit } from "./kit.ts";
import { limits } from "./limits.ts";
import type { ModelMessage } from "./model/types.ts";
import { gitBranch } from "./prompt.ts";
import { AgentRun } from "./run/agent-run.ts";
import { type RunEnd, RunScope } from "./run/run-scope.ts";
import { RunTree } from "./run/run-tree.ts";
import type { Steering } from "./steering.ts";
import type { AgentTool } from "./tools/tool.ts";

export interface RootRunInit {
  readonly agent: Agent;
  readonly prompt: Prompt;
  readonly steering: Steering;
  /** What the project and the person bring along, as it is now. */
  instructions(scope: RunScope): Promise<Instructions>;
  /** The tools of other programs, once those are there. */
  borrowedTools(scope: RunScope): Promise<() => readonly AgentTool[]>;
}

/** Plays one prompt from its beginning to its end, whatever happens. Never throws. */
export async function playPrompt(init: RootRunInit): Promise<void> {
  const { agent, prompt, steering } = init;
  const { world, book } = agent;
  const { runId } = prompt;
  const controller = new AbortController();
  const { signal } = controller;
  setMaxListeners(0, signal);
  const tree = new RunTree();
  const scope = new RunScope({ agent, runId, signal, tree, depth: 0 });
  const startedAt = world.now();
  const end = await agent.stoppable(runId, controller, async (): Promise<RunEnd> => {
    try {
      const instructions = await prepare(init, scope);
      const run = await makeRun(init, scope, instructions);
      return await perform(init, run, instructions);
    } catch (error) {
      return signal.aborted ? { outcome: "cancelled", text: "" } : bug(error);
    }
  });
  steering.close();
  if (end.outcome === "cancelled") {
    // What was started is ended with the run, and may take a moment to be gone.
    await Promise.race([tree.settled(), startTimer(limits.cancelMs, undefined, { ref: false })]);
  }
  const changesMs = end.outcome === "cancelled" ? limits.cancelChangesMs : limits.changesMs;
  const report = tree.changes.report(await changesSince(agent, tree, changesMs));
  if (report !== null) void book.emit({ type: "change_report", ...report, ...scope.speaker });
  void book.emit({ type: "agent_status", status: "idle", ...scope.speaker });
  void book.emit(scope.endEvent(end, Math.max(0, Math.round(world.now() - startedAt))));
}

/** What commands did to files is known only by comparing; that it is not known is no reason not to end. */
async function changesSince({ host }: Agent, tree: RunTree, ms: number): Promise<ProjectChanges | null> {
  const before = tree.hasRunPrograms ? await tree.before() : null;
  if (before === null) return null;
  const tooLate = startTimer(ms, null, { ref: false });
  return Promise.race([host.changesSince(before).catch(() => null), tooLate]);
}

async function prepare(init: RootRunInit, scope: RunScope): Promise<Instructions> {
  await scope.status("model_loading");
  return init.instructions(scope);
}

async function makeRun(init: RootRunInit, scope: RunScope, instructions: Instructions): Promise<AgentRun> {
  const { agent, prompt, steering } = init;
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
    takeSteered: (last) => Promise.all(steering.take(last).map((one) => messageOf(scope, one, instructions))),
  });
  return run;
}

async function perform(init: RootRunInit, run: AgentRun, instructions: Instructions): Promise<RunEnd> {
  const { prompt } = init;
  const command = readCommand(prompt.text, instructions.commands);
  if (command?.name === "compact") return run.compact(command.wish);
  return run.run(await messageOf(run.scope, prompt, instructions));
}

/** A prompt as the model is told it: what was typed, then what its command or its mentions stand for. */
async function messageOf(scope: RunScope, prompt: Prompt, instructions: Instructions): Promise<ModelMessage> {
  const { text: typed, images: given } = prompt;
  const command = readCommand(typed, instructions.commands);
  const { text, images, notices } =
    command?.name === "init"
      ? { text: command.prompt, images: [], notices: [] }
      : await instructions.expand(typed);
  for (const notice of notices) await scope.notice(notice);
  const added = addedTo(typed, text);
  const list = new MessageList();
  list.user([...given.map(imagePart), { type: "text", text: typed }]);
  if (added !== "" || images.length > 0) {
    // Later runs are told the same, whatever becomes of the files: it is in the log.
    const shown = images.length === 0 ? {} : { images: [...images] };
    await scope.emit({ type: "user_message", text: added, ...shown, hidden: true, ...scope.speaker });
    list.user([...images.map(imagePart), { type: "text", text: added }]);
  }
  return list.toArray()[0] ?? { role: "user", content: [{ type: "text", text: "(nothing)" }] };
}

function addedTo(typed: string, text: string): string {
  if (text.startsWith(typed)) return text.slice(typed.length).trimStart();
  return `[${typed.trim().split(/\s/, 1)[0]} stands for:]\n\n${text}`;
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
