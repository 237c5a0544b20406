/** Polylog tools are shown as tools of this MCP server, whichever agent calls them. */
export const POLYLOG_SERVER = "polylog";

const prefix = `mcp__${POLYLOG_SERVER}__`;

export function polylogToolName(name: string): string {
  return `${prefix}${name}`;
}

/** The tool's plain name, or null if it is not a Polylog tool. */
export function plainToolName(toolName: string): string | null {
  return toolName.startsWith(prefix) ? toolName.slice(prefix.length) : null;
}

/** The name under which a Polylog tool is shown. Programs prefix the server's name in different ways. */
export function shownToolName(toolName: string, own: ReadonlySet<string>): string {
  const plain = /^(?:mcp_{1,2})?polylog(?:_{1,2}|-)(.+)$/.exec(toolName)?.[1];
  return plain !== undefined && own.has(plain) ? polylogToolName(plain) : toolName;
}
