import path from "node:path";
import { manifests, thisMachine } from "@polylog/backends";
import type { AgentInfo } from "@polylog/core";
import { Agents } from "./agent-directory.ts";
import type { GivenAgent } from "./agents.ts";
import { Detection } from "./detection.ts";
import { ProjectConfigs } from "./project-config.ts";
import { readConfig } from "./read-config.ts";

/** The agents as a server on this home would list them, where none runs. */
export async function knownAgents(options: {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly given: readonly GivenAgent[];
}): Promise<AgentInfo[]> {
  const { home, env, given } = options;
  const config = await readConfig(path.join(home, "config.json"));
  const machine = thisMachine(env);
  const detection = new Detection(manifests, machine);
  const projects = new ProjectConfigs(null);
  const agents = new Agents({
    ...{ manifests, machine, detection, projects, folder: home, given },
    config: () => config,
  });
  return agents.list();
}
