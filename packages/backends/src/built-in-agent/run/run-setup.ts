import type { PermissionMode, Prompt } from "@polylog/core";
import type { Agent } from "../agent.ts";
import { type AgentFile, modeOf } from "../instructions/agent-files.ts";
import type { Instructions } from "../instructions/load-instructions.ts";
import type { ModelMessage } from "../model/types.ts";
import { askUser } from "../run-tools/ask-user.ts";
import { exitPlanMode } from "../run-tools/exit-plan-mode.ts";
import { finalizeTask } from "../run-tools/finalize-task.ts";
import { taskTool } from "../run-tools/task.ts";
import { todoWrite } from "../run-tools/todo-write.ts";
import { builtInTools } from "../tools/index.ts";
import { polylogTools } from "../tools/polylog-tools.ts";
import type { AgentTool } from "../tools/tool.ts";
import { promptMessage } from "./prompt-message.ts";
import type { RunScope } from "./run-scope.ts";
import { subagentRole, systemPrompt } from "./system-prompt.ts";

export interface RunSetupInit {
  readonly agent: Agent;
  readonly instructions: Instructions;
  readonly mcpTools: () => readonly AgentTool[];
  readonly branch: string | null;
}

/** What the runs of one prompt work with: a system's text and tools, for the run itself and for its subagents. */
export class RunSetup {
  private readonly init: RunSetupInit;

  constructor(init: RunSetupInit) {
    this.init = init;
  }

  get agents(): readonly AgentFile[] {
    return this.init.instructions.agents;
  }

  system(subagent?: AgentFile | null): string {
    const { agent, instructions, branch } = this.init;
    return systemPrompt({
      projectRoot: agent.project.root,
      branch,
      now: agent.runtime.now(),
      platform: process.platform,
      instructions: instructions.systemText,
      isPlan: this.modeFor(subagent ?? null) === "plan",
      ...(subagent === undefined ? {} : { role: [subagentRole, subagent?.prompt ?? ""].join("\n\n") }),
    });
  }

  /** A message to a run at work, as its model is told it. */
  promptMessage(scope: RunScope, prompt: Prompt): Promise<ModelMessage> {
    return promptMessage(scope, prompt, this.init.instructions);
  }

  /** The tools of a run. `finish` ends it after the calls that are being done. */
  tools(scope: RunScope, finish: () => void): readonly AgentTool[] {
    const { agent } = this.init;
    return [
      ...this.shared(scope),
      todoWrite(scope),
      ...(agent.mode === "plan" || scope.waiting !== null ? [exitPlanMode(scope)] : []),
      finalizeTask(scope, finish),
    ];
  }

  /** A subagent has no list of to-dos and no plan of its own: those are the run's that the person sees. */
  subagentTools(scope: RunScope, file: AgentFile | null): readonly AgentTool[] {
    const all = this.shared(scope);
    return file?.tools == null ? all : all.filter(({ name }) => file.tools?.includes(name));
  }

  /** A subagent may do no more than the agent itself, whatever its file says. */
  modeFor(file: AgentFile | null): PermissionMode {
    const { mode } = this.init.agent;
    return file === null ? mode : modeOf(file, mode);
  }

  private shared(scope: RunScope): readonly AgentTool[] {
    const { agent, instructions, mcpTools } = this.init;
    const { depth, count } = agent.options.subagents;
    return [
      ...builtInTools,
      ...instructions.tools,
      ...mcpTools(),
      ...polylogTools(agent.host.tools, scope.runRef.runId),
      askUser(scope),
      ...(scope.depth < depth && count > 0 ? [taskTool(scope, this)] : []),
    ];
  }
}
