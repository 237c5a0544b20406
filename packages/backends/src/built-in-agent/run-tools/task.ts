import { setMaxListeners } from "node:events";
import { defined } from "@polylog/core";
import { z } from "zod";
import { cutText } from "../history/cut-text.ts";
import { historyBefore } from "../history/history.ts";
import type { AgentFile } from "../instructions/agent-files.ts";
import { limits } from "../limits.ts";
import { untakenMessages, type WaitingRun } from "../resume/waiting-run.ts";
import { AgentRun } from "../run/agent-run.ts";
import { type RunEnd, RunScope } from "../run/run-scope.ts";
import type { RunSetup } from "../run/run-setup.ts";
import { SteeringQueue } from "../run/steering-queue.ts";
import { type AgentTool, defineTool, failed, type ToolOutcome } from "../tools/tool.ts";

const general = "general-purpose";

/** Gives a task to a subagent, which has its own run and conversation. */
export function taskTool(scope: RunScope, setup: RunSetup): AgentTool {
  const names = [...new Set([general, ...setup.agents.map(({ name }) => name)])];
  const input = z.object({
    description: z.string().min(1).describe("A summary of the task in three to six words."),
    prompt: z
      .string()
      .min(1)
      .describe("Everything that the subagent needs to know. It does not see this conversation."),
    subagent_type: z.enum(names).default(general),
  });
  const kinds = setup.agents.map(({ name, description }) => `- ${name}: ${description}`);
  return defineTool<z.infer<typeof input>>({
    name: "Task",
    description: [
      "Gives a task to a subagent and returns its answer. Use it for broad searches and for work that can be " +
        "done independently. Several calls in one response run in parallel. Available subagents:",
      `- ${general}: has the same tools as you.`,
      ...kinds,
    ].join("\n"),
    input,
    effect: "none",
    run: async ({ description, prompt, subagent_type }, { callId }) => {
      const waiting = scope.waiting?.children.get(callId) ?? null;
      const { count } = scope.agent.options.subagents;
      if (waiting === null && scope.tree.subagents >= count) {
        return failed(
          "too_many_subagents",
          `A run may start at most ${count} subagents. Do the rest yourself.`,
        );
      }
      if (waiting === null) scope.tree.subagents++;
      const file = setup.agents.find(({ name }) => name === subagent_type) ?? null;
      return delegate(scope, setup, { callId, task: description, prompt, file, waiting });
    },
  });
}

interface Delegation {
  readonly callId: string;
  readonly task: string;
  readonly prompt: string;
  readonly file: AgentFile | null;
  /** Set if the subagent already exists and waits for a person. */
  readonly waiting: WaitingRun | null;
}

async function delegate(parent: RunScope, setup: RunSetup, given: Delegation): Promise<ToolOutcome> {
  const { agent, tree, signal: above } = parent;
  const { callId, task, prompt, file, waiting } = given;
  const childRunId = waiting?.run.runId ?? agent.runtime.newId();
  const own = new AbortController();
  const steering = new SteeringQueue();
  const signal = AbortSignal.any([above, own.signal]);
  setMaxListeners(0, signal);
  const mode = () => setup.modeFor(file);
  const depth = parent.depth + 1;
  const scope = new RunScope({ agent, runId: childRunId, signal, tree, depth, mode, waiting });
  const { runRef } = scope;
  const run = new AgentRun({
    scope,
    system: () => setup.system(file),
    history: waiting === null ? [] : historyBefore(waiting, prompt),
    tools: () => setup.subagentTools(scope, file),
    model: file?.model ?? undefined,
    takeSteered: (last) => Promise.all(steering.take(last).map((one) => setup.promptMessage(scope, one))),
  });
  if (waiting === null) {
    await parent.emit({ type: "subagent_spawned", childRunId, callId, task, ...parent.runRef });
    const family = { parentRunId: parent.runId, parentCallId: callId };
    await scope.emit({ type: "run_started", ...family, task, trigger: "subagent", ...runRef });
  } else for (const message of untakenMessages(waiting)) steering.add(message);
  const reach = { controller: own, steering };
  const end = await agent.withControls(childRunId, reach, () =>
    endOf(
      () =>
        waiting === null
          ? run.run({ role: "user", content: [{ type: "text", text: prompt }] })
          : run.continue(waiting),
      own.signal,
    ),
  );
  // Cancelling the parent stops its subagents, too.
  above.throwIfAborted();
  await parent.emit(scope.endEvent(end));
  const { outcome, error } = end;
  const ended = { childRunId, outcome, ...defined({ error }) };
  const result = cutText(end.text, limits.subagentChars);
  await parent.emit({ type: "subagent_result", ...ended, result, ...parent.runRef });
  if (outcome === "cancelled") return failed("tool_interrupted", "The user stopped the subagent.");
  if (outcome !== "completed")
    return failed("subagent_failed", `The subagent failed: ${error?.message ?? outcome}`);
  return { ok: true, text: result.trim() || "The subagent ended without an answer." };
}

async function endOf(work: () => Promise<RunEnd>, own: AbortSignal): Promise<RunEnd> {
  try {
    return await work();
  } catch (error) {
    if (own.aborted) return { outcome: "cancelled", text: "" };
    throw error;
  }
}
