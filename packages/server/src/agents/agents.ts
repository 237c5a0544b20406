import type { Actor, AgentInfo, AgentOverride, AgentSettings, Backend, StateChange } from "@polylog/core";
import { DEFAULT_MODEL } from "@polylog/core";
import { type Caller, callerActor } from "../caller.ts";
import { PolylogError } from "../polylog-error.ts";
import { projectFolder } from "../workspace/project-folder.ts";
import type { AgentDirectory } from "./agent-directory.ts";
import { type Overrides, withOverride } from "./overrides.ts";

/** An agent's backend and settings. */
export interface UsableAgent {
  readonly backend: Backend;
  readonly settings: AgentSettings;
}

/** A change of model or mode for running sessions. */
export interface SettingsChange {
  readonly model?: string | undefined;
  readonly mode?: string | undefined;
}

export interface AgentsOptions {
  readonly directory: Pick<AgentDirectory, "list" | "defaultAgent" | "find">;
  readonly overrides: Overrides;
  readonly publishChange: (change: StateChange) => void;
  /** Applies a change to an agent in the running sessions of a project. */
  readonly changeRunning: (
    projectRoot: string,
    agentId: string,
    change: SettingsChange,
    by: Actor,
  ) => Promise<void>;
}

/** The agents that sessions can use, with the settings of each project applied. */
export class Agents {
  private readonly options: AgentsOptions;

  constructor(options: AgentsOptions) {
    this.options = options;
  }

  /** Includes the agents of a project if one is given. `refresh` scans the machine again. */
  async list({
    projectRoot,
    refresh,
  }: {
    projectRoot?: string | undefined;
    refresh?: boolean | undefined;
  }): Promise<readonly AgentInfo[]> {
    const root = projectRoot === undefined ? undefined : await projectFolder(projectRoot);
    return this.options.directory.list(root, refresh);
  }

  /** An agent with the settings of a project applied. Rejects with `agent_not_found` or `agent_unavailable`. */
  async find(agentId: string, projectRoot: string): Promise<UsableAgent> {
    const { backend, settings } = await this.options.directory.find(agentId, projectRoot);
    const override = await this.options.overrides.of(projectRoot, agentId);
    if (override?.enabled === false) {
      const message = `The agent "${agentId}" is turned off in this project. Turn it on in the project's settings.`;
      throw new PolylogError("agent_unavailable", message, { agentId, projectRoot });
    }
    return { backend, settings: withOverride(settings, override) };
  }

  /** The session's agent, or the project's default agent if the session names none. */
  async defaultFor(session: {
    readonly agentId?: string | null | undefined;
    readonly projectRoot: string;
  }): Promise<string> {
    return session.agentId ?? (await this.options.directory.defaultAgent(session.projectRoot));
  }

  async assertKnown(projectRoot: string, agentIds: readonly (string | undefined)[]): Promise<void> {
    const root = await projectFolder(projectRoot);
    for (const agentId of agentIds) if (agentId !== undefined) await this.findKnown(agentId, root);
  }

  async override(projectRoot: string, agentId: string): Promise<AgentOverride | null> {
    return this.options.overrides.of(await projectFolder(projectRoot), agentId);
  }

  /** Also applies to running sessions. Settings that need a restart of the program apply at its next start. */
  async setOverride(
    projectRoot: string,
    agentId: string,
    override: AgentOverride,
    caller: Caller,
  ): Promise<AgentOverride> {
    const { overrides, publishChange, changeRunning } = this.options;
    const by = callerActor(caller);
    const root = await projectFolder(projectRoot);
    const found = await this.findKnown(agentId, root);
    const old = await overrides.of(root, agentId);
    await overrides.set(root, agentId, override, by);
    publishChange({ changed: "override", projectRoot: root });
    if (found === null || override.enabled === false) return override;
    const { settings } = found;
    const before = withOverride(settings, old);
    const after = withOverride(settings, override);
    const mode = after.permissionMode ?? "ask";
    const change = {
      model: after.model === before.model ? undefined : (after.model ?? DEFAULT_MODEL),
      mode: mode === (before.permissionMode ?? "ask") ? undefined : mode,
    };
    if (change.model !== undefined || change.mode !== undefined)
      await changeRunning(root, agentId, change, by);
    return override;
  }

  /** Null for an agent that is currently unavailable; rejects with `agent_not_found` for an unknown agent. */
  private findKnown(agentId: string, projectRoot: string): Promise<UsableAgent | null> {
    return this.options.directory.find(agentId, projectRoot).catch((error: unknown) => {
      if (error instanceof PolylogError && error.code === "agent_unavailable") return null;
      throw error;
    });
  }
}
