import type { AgentConnection, Backend, StartOptions } from "@polylog/core";
import { everyCapability } from "../connection/capabilities.ts";
import { failedConnection } from "../connection/failed-connection.ts";
import { RunTracker } from "../connection/run-tracker.ts";
import { ProjectFolder } from "../project/project-folder.ts";
import { Agent } from "./agent.ts";
import { BuiltInConnection } from "./connection.ts";
import { readSettings } from "./options.ts";
import { keepsAsk } from "./resume/keeps-ask.ts";
import { type Runtime, systemRuntime } from "./runtime.ts";

/** Polylog's own agent. It works with any model that has an OpenAI, Anthropic or Google API. */
export function builtInBackendWith(runtime: Runtime): Backend {
  return {
    name: "openai",
    isInProcess: () => true,
    asksBeforeChanges: true,
    keepsAsk,
    capabilities: everyCapability,
    start: (options) => start(options, runtime),
  };
}

export const builtInBackend: Backend = builtInBackendWith(systemRuntime);

async function start(
  { agentId, projectRoot, settings, host }: StartOptions,
  runtime: Runtime,
): Promise<AgentConnection> {
  const read = readSettings(agentId, settings);
  if (!read.ok) return failedConnection(agentId, { code: "bad_settings", message: read.message });
  const { options } = read.value;
  let project: ProjectFolder;
  try {
    project = await ProjectFolder.open(projectRoot, options.allow_paths);
  } catch {
    // Reported as a failed run whose message names the folder.
    const message = `The project's folder ${projectRoot} does not exist.`;
    return failedConnection(agentId, { code: "no_project", message });
  }
  const { permissionMode = "ask", env = {} } = settings;
  const tracker = new RunTracker(agentId);
  const agent = new Agent({
    agentId,
    settings: read.value,
    permissionMode,
    env,
    project,
    host,
    tracker,
    runtime,
  });
  const connection = new BuiltInConnection({
    agent,
    loadInstructions: async () => {
      const { loadInstructions } = await import("./instructions/load-instructions.ts");
      const trusted = await host.trusted();
      return loadInstructions({ projectRoot: project.root, trusted, settings });
    },
    connectMcpServers: async (signal) => {
      if (Object.keys(options.mcp_servers).length === 0) return noMcpServers;
      const { connectServers } = await import("./mcp/connect-servers.ts");
      return connectServers(options.mcp_servers, { cwd: project.root, signal });
    },
  });
  await connection.begin();
  return connection;
}

const noMcpServers = { tools: [], notices: [], close: async () => undefined };
