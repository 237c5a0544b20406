import type { Script } from "./load-script.ts";
import type { CommandResult, ScriptCommand } from "./protocol.ts";
import { type ScriptHost, ScriptRun } from "./script-run.ts";
import type { Steps } from "./steps.ts";

export interface ScriptAgentOptions {
  readonly script: Script;
  readonly agentId: string;
  readonly model: string;
  readonly host: ScriptHost;
}

/** An agent that follows a script, in this process or as a separate program. */
export class ScriptAgent {
  private readonly options: ScriptAgentOptions;
  private readonly runs = new Map<string, ScriptRun>();

  constructor(options: ScriptAgentOptions) {
    this.options = options;
  }

  command(command: Exclude<ScriptCommand, { type: "start" }>): CommandResult {
    const { host, agentId } = this.options;
    switch (command.type) {
      case "prompt":
        this.begin(command.runId, command.text);
        return accepted;
      case "steer":
        if (this.runs.get(command.runId)?.steer(command.text) === true) return accepted;
        return { ok: false, message: "The run has ended. Send the message as a new prompt." };
      case "answer":
        for (const run of this.runs.values()) if (run.answer(command.answer)) break;
        return accepted;
      case "cancel":
        this.runs.get(command.runId)?.cancel();
        return accepted;
      case "mode":
        return accepted;
      case "model":
        void host.emit({ type: "model_change", modelId: command.modelId, agentId });
        return accepted;
    }
  }

  /** Ends all runs immediately, without events. */
  abandon(): void {
    for (const run of this.runs.values()) run.abandon();
    this.runs.clear();
  }

  private begin(runId: string, prompt: string): void {
    const { script, ...about } = this.options;
    const run = new ScriptRun({ ...about, runId, prompt, steps: stepsFor(script, prompt) });
    this.runs.set(runId, run);
    // The reply goes out before the run's first event.
    queueMicrotask(() => void run.play().finally(() => this.runs.delete(runId)));
  }
}

const accepted: CommandResult = { ok: true };

function stepsFor(script: Script, prompt: string): Steps {
  return script.prompts.find(({ match }) => new RegExp(match, "i").test(prompt))?.steps ?? script.default;
}
