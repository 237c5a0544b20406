import type { AgentTool } from "../tools/tool.ts";
import { limits } from "./limits.ts";
import { McpServer } from "./server.ts";
import type { McpServers } from "./settings.ts";
import { serverLabels } from "./tool-names.ts";

/** All MCP servers of an agent. Their tools and notices may change at any time. */
export interface McpConnections {
  readonly tools: readonly AgentTool[];
  readonly notices: readonly string[];
  /** Closes all connections. Idempotent. */
  close(): Promise<void>;
}

export interface McpOptions {
  /** The working directory of programs: the project. */
  readonly cwd: string;
  /** Closes the connections, including those that are still opening. */
  readonly signal: AbortSignal;
}

/**
 * Starts all servers at once and waits until each is ready or has failed. It starts every server that it receives: the
 * caller leaves out those of an untrusted project.
 */
export async function connectServers(servers: McpServers, options: McpOptions): Promise<McpConnections> {
  const { cwd, signal } = options;
  const wanted = Object.entries(servers).filter(([, settings]) => settings.disabled !== true);
  const labels = serverLabels(wanted.map(([name]) => name));
  const notices: string[] = [];
  const onNotice = (notice: string) => {
    if (notices.length < limits.notices) notices.push(notice);
  };
  const all = wanted.map(
    ([name, settings]) => new McpServer({ name, label: labels.get(name) as string, settings, cwd, onNotice }),
  );
  const close = async () => {
    signal.removeEventListener("abort", close);
    await Promise.all(all.map((server) => server.close()));
  };
  if (signal.aborted) await close();
  signal.addEventListener("abort", close);
  await Promise.all(all.map((server) => server.start()));
  return {
    get tools() {
      return all.flatMap((server) => server.tools);
    },
    get notices() {
      return [...notices];
    },
    close,
  };
}
