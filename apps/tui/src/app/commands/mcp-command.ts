import { mcpName } from "@polylog/core";
import { createViewer } from "../../panels/viewer.ts";
import { plural } from "../../render/format.ts";
import { cleanLine } from "../../safe/clean-text.ts";
import { type Line, lineOf } from "../../text/style.ts";
import type { AppParts } from "../app-parts.ts";

interface Used {
  readonly calls: number;
  readonly isLastBad: boolean;
}

/** Shows the configured MCP servers and how this session has used them. */
export function showMcp(app: AppParts): void {
  const { client, actions } = app;
  actions.attempt(
    client.settings.get().then((settings) => {
      const configured = serversIn(settings);
      const used = usedServers(app);
      const names = [...new Set([...configured.keys(), ...used.keys()])].sort();
      const { theme } = app.context();
      const none = "No MCP servers. Add them to mcp_servers in config.json.";
      const rows = names.map((name): Line => {
        const seen = used.get(name);
        const state = seen === undefined ? "not used in this session" : stateOf(seen);
        return lineOf(
          cleanLine(`${name}  ${configured.get(name) ?? "from the agent or the project"}  ${state}`),
        );
      });
      app.show(createViewer("MCP servers", rows.length === 0 ? [lineOf(none, theme.quiet)] : rows));
    }),
  );
}

function stateOf({ calls, isLastBad }: Used): string {
  return `${plural(calls, "call")}${isLastBad ? ", last one failed" : ""}`;
}

function usedServers({ session }: AppParts): ReadonlyMap<string, Used> {
  const used = new Map<string, Used>();
  for (const { entries } of [session.conversation.main, ...session.conversation.lanes.slice()]) {
    for (const entry of entries) {
      if (entry.kind !== "tool_call") continue;
      const server = mcpName(entry.toolName)?.server;
      if (server === undefined) continue;
      used.set(server, { calls: (used.get(server)?.calls ?? 0) + 1, isLastBad: entry.error !== null });
    }
  }
  return used;
}

/** Each server's program or address, without arguments and secrets. */
function serversIn(settings: unknown): ReadonlyMap<string, string> {
  const { mcp_servers: servers } = (settings ?? {}) as { readonly mcp_servers?: object };
  return new Map(
    Object.entries(servers ?? {}).map(([name, server]: [string, { command?: string; url?: string }]) => [
      name,
      server.command ?? server.url ?? "",
    ]),
  );
}
