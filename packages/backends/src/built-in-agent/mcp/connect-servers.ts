import type { AgentTool } from "../tools/tool.ts";
import { limits } from "./limits.ts";
import { McpServer } from "./server.ts";
import type { McpServers } from "./settings.ts";
import { serverLabels } from "./tool-names.ts";

/** All MCP servers of an agent. What they offer and what is to be said about them may change at any time. */
export interface McpConnections {
  readonly tools: readonly AgentTool[];
  readonly notices: readonly string[];
  /** Ends every server. Idempotent. */
  close(): Promise<void>;
}

export interface McpOptions {
  /** Where programs start: the project. */
  readonly cwd: string;
  /** Closes the connections, also while they are being opened. */
  readonly signal: AbortSignal;
}

/**
 * Starts all servers at once and waits until each is there or has failed. All that is passed is run: whoever calls
 * leaves out what comes from a project that nobody trusts.
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
