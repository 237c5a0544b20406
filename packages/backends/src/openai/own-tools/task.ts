import { setMaxListeners } from "node:events";
import { z } from "zod";
import { cutText } from "../history/cut-text.ts";
import type { AgentFile } from "../instructions/agent-files.ts";
import type { RunKit } from "../kit.ts";
import { limits } from "../limits.ts";
import { AgentRun } from "../run/agent-run.ts";
import { type RunEnd, RunScope } from "../run/run-scope.ts";
import { Steering } from "../steering.ts";
import { type AgentTool, defineTool, failed, type ToolOutcome } from "../tools/tool.ts";

const general = "general-purpose";

/** Gives a task to a subagent: a run of its own, with a conversation of its own. */
export function taskTool(scope: RunScope, kit: RunKit): AgentTool {
  const names = [...new Set([general, ...kit.agents.map(({ name }) => name)])];
  const input = z.object({
    description: z.string().min(1).describe("The task in three to six words."),
    prompt: z
      .string()
      .min(1)
      .describe("All that the subagent must know: it sees nothing of this conversation."),
    subagent_type: z.enum(names).default(general),
  });
  const kinds = kit.agents.map(({ name, description }) => `- ${name}: ${description}`);
  return defineTool<z.infer<typeof input>>({
    name: "Task",
    description: [
      "Gives a task to a subagent and returns its answer. Use it for searches through much code and for work that can be " +
        "done apart; several in one answer work side by side. Kinds of subagents:",
      `- ${general}: has the same tools as you.`,
      ...kinds,
    ].join("\n"),
    input,
    effect: "none",
    run: async ({ description, prompt, subagent_type }, { callId }) => {
      const { count } = scope.agent.options.subagents;
      if (scope.tree.subagents >= count) {
        return failed("too_many_subagents", `A run may start ${count} subagents; do the rest yourself.`);
      }
      scope.tree.subagents++;
      const file = kit.agents.find(({ name }) => name === subagent_type) ?? null;
      return delegate(scope, kit, { callId, task: description, prompt, file });
    },
  });
}

interface Delegation {
  readonly callId: string;
  readonly task: string;
  readonly prompt: string;
  readonly file: AgentFile | null;
}

async function delegate(parent: RunScope, kit: RunKit, given: Delegation): Promise<ToolOutcome> {
  const { agent, tree, signal: above } = parent;
  const { callId, task, prompt, file } = given;
  const childRunId = agent.world.newId();
  const own = new AbortController();
  const steering = new Steering();
  const signal = AbortSignal.any([above, own.signal]);
  setMaxListeners(0, signal);
  const mode = () => kit.modeFor(file);
  const scope = new RunScope({ agent, runId: childRunId, signal, tree, depth: parent.depth + 1, mode });
  const { speaker } = scope;
  const run = new AgentRun({
    scope,
    system: () => kit.system(file),
    history: [],
    tools: () => kit.subagentTools(scope, file),
    model: file?.model ?? undefined,
    takeSteered: (last) => Promise.all(steering.take(last).map((one) => kit.messageOf(scope, one))),
  });
  await parent.emit({ type: "subagent_spawned", childRunId, callId, task, ...parent.speaker });
  const family = { parentRunId: parent.runId, parentCallId: callId };
  await scope.emit({ type: "run_started", ...family, task, trigger: "subagent", ...speaker });
  const startedAt = agent.world.now();
  const reach = { controller: own, steering };
  const end = await agent.reachable(childRunId, reach, () => endOf(run, prompt, own.signal));
  // A cancel of the parent ends its subagents with it.
  above.throwIfAborted();
  await parent.emit(scope.endEvent(end, Math.max(0, agent.world.now() - startedAt)));
  const { outcome, error } = end;
  const told = { childRunId, outcome, ...(error === undefined ? {} : { error }) };
  const result = cutText(end.text, limits.subagentChars);
  await parent.emit({ type: "subagent_result", ...told, result, ...parent.speaker });
  if (outcome === "cancelled") return failed("tool_interrupted", "The user stopped the subagent.");
  if (outcome !== "completed")
    return failed("subagent_failed", `The subagent failed: ${error?.message ?? outcome}`);
  return { ok: true, text: result.trim() || "The subagent ended without an answer." };
}

async function endOf(run: AgentRun, prompt: string, own: AbortSignal): Promise<RunEnd> {
  try {
    return await run.run({ role: "user", content: [{ type: "text", text: prompt }] });
  } catch (error) {
    if (own.aborted) return { outcome: "cancelled", text: "" };
    throw error;
  }
}
