import { type BackendHost, DEFAULT_MODEL, type Entry, type PermissionMode, type Prompt } from "@polylog/core";
import type { RunTracker } from "../connection/run-tracker.ts";
import type { ProjectFolder } from "../project/project-folder.ts";
import { windowOf } from "./model/context-windows.ts";
import type { AgentOptions, ModelChoice, ReadSettings } from "./options.ts";
import { PendingAsks } from "./run/pending-asks.ts";
import type { SteeringQueue } from "./run/steering-queue.ts";
import type { Runtime } from "./runtime.ts";
import { Shells } from "./tools/shell/shells.ts";
import type { ToolSettings } from "./tools/tool.ts";

export interface AgentInit {
  readonly agentId: string;
  readonly settings: ReadSettings;
  readonly permissionMode: PermissionMode;
  readonly env: Readonly<Record<string, string>>;
  readonly project: ProjectFolder;
  readonly host: BackendHost;
  readonly tracker: RunTracker;
  readonly runtime: Runtime;
}

/** How callers control a run in progress. */
export interface RunControls {
  readonly controller: AbortController;
  readonly steering: SteeringQueue;
}

/** State that all runs of one connection share. */
export class Agent {
  readonly agentId: string;
  readonly options: AgentOptions;
  readonly project: ProjectFolder;
  readonly host: BackendHost;
  readonly tracker: RunTracker;
  readonly runtime: Runtime;
  readonly asks = new PendingAsks();
  readonly shells = new Shells();
  readonly toolSettings: ToolSettings;
  private readonly choices: ReadSettings["choices"];
  /** The mode that the server set. */
  mode: PermissionMode;
  private readonly modelSetting: LoggedModel;
  private readonly running = new Map<string, AbortController>();
  private readonly steerings = new Map<string, SteeringQueue>();
  /** Messages that no run has taken since the last prompt. */
  private untaken: Prompt[] = [];

  constructor(init: AgentInit) {
    const { agentId, settings, host } = init;
    this.agentId = agentId;
    this.options = settings.options;
    this.choices = settings.choices;
    this.project = init.project;
    this.host = host;
    this.tracker = init.tracker;
    this.runtime = init.runtime;
    this.toolSettings = { env: init.env, privateHosts: settings.options.allow_private_fetch };
    // The agent's earlier reports of its settings do not count: its configuration may have changed since.
    const entries = host.conversation().main.entries.slice();
    const own = entries.filter((entry) => entry.agentId === agentId);
    const state = () => host.conversation().agents.get(agentId);
    this.mode = init.permissionMode;
    this.modelSetting = new LoggedModel(chosenModel(own) ?? this.choices[0].model, () => {
      const model = state()?.currentModelId ?? null;
      return model === DEFAULT_MODEL ? null : model;
    });
  }

  get model(): string {
    return this.modelSetting.get();
  }

  /** The model to use, followed by its fallbacks. */
  modelChoices(model = this.model): readonly [ModelChoice, ...ModelChoice[]] {
    const [first, ...rest] = this.choices;
    return [{ ...first, model }, ...rest];
  }

  /** The models that a person can choose from without asking the model server. */
  get knownModels(): readonly string[] {
    return [...new Set([this.model, ...this.choices.map(({ model }) => model)])];
  }

  /** Registers a run, so that it can be stopped and steered by its id, until `work` ends. */
  async withControls<T>(
    runId: string,
    { controller, steering }: RunControls,
    work: () => Promise<T>,
  ): Promise<T> {
    this.running.set(runId, controller);
    this.steerings.set(runId, steering);
    try {
      return await work();
    } finally {
      this.untaken.push(...steering.close());
      this.steerings.delete(runId);
      this.running.delete(runId);
    }
  }

  /** Whether the run accepts the message. */
  steer(prompt: Prompt): boolean {
    return this.steerings.get(prompt.runId)?.add(prompt) === true;
  }

  untakenOf(runId: string): readonly Prompt[] {
    return this.untaken.filter((prompt) => prompt.runId === runId);
  }

  forgetUntaken(): void {
    this.untaken = [];
  }

  /** Stops a run and all runs below it. */
  stop(runId: string): void {
    this.tracker.cancel(runId);
    this.untaken.push(...(this.steerings.get(runId)?.close() ?? []));
    this.running.get(runId)?.abort(new Error("The run was cancelled."));
  }

  stopAll(): void {
    for (const steering of this.steerings.values()) steering.close();
    for (const controller of this.running.values()) controller.abort(new Error("The agent was closed."));
  }

  windowOf(model: string): number | null {
    return this.options.context_window ?? windowOf(model);
  }

  async setModel(modelId: string): Promise<void> {
    this.modelSetting.set(modelId);
    await this.tracker.emit({ type: "model_change", modelId, agentId: this.agentId });
  }
}

function chosenModel(own: readonly Entry[]): string | null {
  const last = own.findLast((entry) => entry.kind === "model_change");
  return last?.kind === "model_change" && last.newModelId !== DEFAULT_MODEL ? last.newModelId : null;
}

/**
 * A setting that both a person (through the log) and the agent can change at any time: the last change wins. The
 * agent's change takes a moment to reach the log, and until then the log still shows the old value.
 */
class LoggedModel {
  private readonly read: () => string | null;
  private value: string;
  private seen: string | null;

  constructor(initial: string, read: () => string | null) {
    this.read = read;
    this.value = initial;
    this.seen = read();
  }

  get(): string {
    const logged = this.read();
    if (logged !== null && logged !== this.seen) {
      this.value = logged;
      this.seen = logged;
    }
    return this.value;
  }

  set(value: string): void {
    this.value = value;
    this.seen = this.read();
  }
}
