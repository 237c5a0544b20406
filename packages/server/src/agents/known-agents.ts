import path from "node:path";
import { manifests, thisMachine } from "@polylog/backends";
import type { AgentInfo } from "@polylog/core";
import { ProjectConfigs } from "../config/project-config.ts";
import { readConfig } from "../config/read-config.ts";
import type { EventStore } from "../store/store.ts";
import { AgentDirectory } from "./agent-directory.ts";
import { type ConfiguredMode, configuredModes } from "./configured-mode.ts";
import { Detection } from "./detection.ts";
import type { GivenAgent } from "./given-agent.ts";

export interface KnownOptions {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly given: readonly GivenAgent[];
}

/** The agents that a server on this home would list. Used if no server runs. */
export async function knownAgents(options: KnownOptions): Promise<AgentInfo[]> {
  return (await agentsOf(options)).list();
}

/** The modes that agents would have with a server on this home. Used if no server runs. */
export async function knownModes(options: KnownOptions, store: EventStore): Promise<ConfiguredMode> {
  return configuredModes(await agentsOf(options), store);
}

async function agentsOf({ home, env, given }: KnownOptions): Promise<AgentDirectory> {
  const config = await readConfig(path.join(home, "config.json"));
  const machine = thisMachine(env);
  const detection = new Detection(manifests, machine);
  const projects = new ProjectConfigs(null);
  return new AgentDirectory({
    ...{ manifests, machine, detection, projects, folder: home, given },
    config: () => config,
  });
}
