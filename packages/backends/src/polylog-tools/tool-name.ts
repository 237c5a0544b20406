/** Polylog's tools are shown, whoever calls them, as those of one MCP server. */
export const POLYLOG_SERVER = "polylog";

const prefix = `mcp__${POLYLOG_SERVER}__`;

export function polylogToolName(name: string): string {
  return `${prefix}${name}`;
}

/** The tool's plain name; null for a tool of anyone else. */
export function plainToolName(toolName: string): string | null {
  return toolName.startsWith(prefix) ? toolName.slice(prefix.length) : null;
}

/** The name under which a tool of ours is shown. Programs put a server's name before a tool's in different ways. */
export function shownToolName(toolName: string, own: ReadonlySet<string>): string {
  const plain = /^(?:mcp_{1,2})?polylog(?:_{1,2}|-)(.+)$/.exec(toolName)?.[1];
  return plain !== undefined && own.has(plain) ? polylogToolName(plain) : toolName;
}
