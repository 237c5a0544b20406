import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import {
  connectServers,
  type McpConnections,
  type McpOptions,
} from "../../../src/built-in-agent/mcp/connect-servers.ts";
import { type McpServers, mcpServers } from "../../../src/built-in-agent/mcp/settings.ts";
import type { AgentTool, ToolContext, ToolOutcome } from "../../../src/built-in-agent/tools/tool.ts";
import { temporaryFolder } from "../../node-program.ts";

const stdioMain = fileURLToPath(new URL("./servers/stdio-main.ts", import.meta.url));
const rawMain = fileURLToPath(new URL("./servers/raw-main.ts", import.meta.url));

type ServerSettings = McpServers[string];

/** The toolbox as a program. */
export function program(
  manner = "well",
  more: {
    receipts?: string;
    env?: Record<string, string>;
    start_timeout_ms?: number;
    timeout_ms?: number;
    tools?: string[];
  } = {},
): ServerSettings {
  const { receipts = "", ...rest } = more;
  return { command: process.execPath, args: [stdioMain, receipts, manner], ...rest };
}

/** A program that gives exactly these answers. */
export function rawProgram(answers: Record<string, unknown>): ServerSettings {
  const file = path.join(temporaryFolder(), "answers.json");
  writeFileSync(file, JSON.stringify(answers));
  return { command: process.execPath, args: [rawMain, file] };
}

export async function connect(
  servers: McpServers,
  options: Partial<McpOptions> = {},
): Promise<McpConnections> {
  const signal = new AbortController().signal;
  const mcp = await connectServers(mcpServers.parse(servers), { cwd: temporaryFolder(), signal, ...options });
  onTestFinished(() => mcp.close());
  return mcp;
}

export function toolOf(mcp: McpConnections, name: string): AgentTool {
  const tool = mcp.tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`No tool ${name} among ${mcp.tools.map((one) => one.name)}`);
  return tool;
}

export function call(
  mcp: McpConnections,
  name: string,
  input: unknown = {},
  { signal = new AbortController().signal, onOutput = async () => undefined }: Partial<ToolContext> = {},
): Promise<ToolOutcome> {
  return toolOf(mcp, name).run(input, { callId: "call", signal, onOutput } as ToolContext);
}
