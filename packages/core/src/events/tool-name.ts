/** Polylog's own MCP servers: their prefix is removed, because people know the tools by their plain names. */
const ownServers = new Set(["acp", "polylog"]);

export interface McpName {
  readonly server: string;
  readonly tool: string;
}

/** `mcp__github__search` is tool `search` of server `github`; other names are not MCP tools. */
export function mcpName(toolName: string): McpName | null {
  if (!toolName.startsWith("mcp__")) return null;
  const match = /^mcp__(.+?)__(.+)$/s.exec(toolName);
  return match ? { server: match[1] as string, tool: match[2] as string } : null;
}

/** `mcp__acp__Read` is shown as `Read`; tools of other servers keep their server's name. */
export function cleanToolName(toolName: string): string {
  const mcp = mcpName(toolName);
  return mcp !== null && ownServers.has(mcp.server) ? mcp.tool : toolName;
}
