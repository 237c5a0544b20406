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

/** The system prompt and tools for the run of one prompt and for its subagents. */
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

  /** A message to a running run, as its model receives it. */
  promptMessage(scope: RunScope, prompt: Prompt): Promise<ModelMessage> {
    return promptMessage(scope, prompt, this.init.instructions);
  }

  /** The tools of a run. `finish` ends the run after the current calls. */
  tools(scope: RunScope, finish: () => void): readonly AgentTool[] {
    const { agent } = this.init;
    return [
      ...this.shared(scope),
      todoWrite(scope),
      ...(agent.mode === "plan" || scope.waiting !== null ? [exitPlanMode(scope)] : []),
      finalizeTask(scope, finish),
    ];
  }

  /** Subagents have no to-do list and no plan: the user sees only those of the main run. */
  subagentTools(scope: RunScope, file: AgentFile | null): readonly AgentTool[] {
    const all = this.shared(scope);
    return file?.tools == null ? all : all.filter(({ name }) => file.tools?.includes(name));
  }

  /** A subagent never has more permissions than the agent itself, whatever its file says. */
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
