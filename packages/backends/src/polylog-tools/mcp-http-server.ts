import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  isInitializeRequest,
  ListToolsRequestSchema,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import type { PolylogToolset } from "@polylog/core";
import { POLYLOG_SERVER } from "./tool-name.ts";

export type ToolPort = Pick<PolylogToolset, "list" | "call">;

export interface McpBounds {
  /** The maximum number of open clients. The oldest is closed first. */
  readonly clients: number;
  readonly keepAliveMs: number;
}

/** The result of a request: handled, not an initialize request, or for a session that does not exist. */
export type ServeOutcome = "served" | "not_begun" | "no_such_session";

/**
 * Polylog's tools as an MCP server over streamable HTTP, for programs that take an address. A program has one client,
 * or another one after it restarts. The caller checks authorization.
 */
export class McpHttpServer {
  private readonly port: ToolPort;
  private readonly bounds: McpBounds;
  private readonly clients = new Map<string, StreamableHTTPServerTransport>();
  /** Aborted when the client of the current request disconnects, because then nothing can be returned. */
  private readonly gone = new AsyncLocalStorage<AbortSignal>();

  constructor(port: ToolPort, bounds: McpBounds) {
    this.port = port;
    this.bounds = bounds;
  }

  async serve(incoming: IncomingMessage, outgoing: ServerResponse, body: unknown): Promise<ServeOutcome> {
    const name = incoming.headers["mcp-session-id"];
    const known = typeof name === "string" ? this.clients.get(name) : undefined;
    if (known === undefined && name !== undefined) return "no_such_session";
    if (known === undefined && !isInitializeRequest(body)) return "not_begun";
    const client = known ?? (await this.begin());
    const gone = new AbortController();
    outgoing.once("close", () => gone.abort());
    await this.gone.run(gone.signal, () => client.handleRequest(incoming, outgoing, body));
    return "served";
  }

  async close(): Promise<void> {
    const all = [...this.clients.values()];
    this.clients.clear();
    await Promise.allSettled(all.map((client) => client.close()));
  }

  private async begin(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      keepAliveMs: this.bounds.keepAliveMs,
      onsessioninitialized: (name) => {
        this.clients.set(name, transport);
        const [oldest] = this.clients;
        if (this.clients.size > this.bounds.clients && oldest !== undefined) void oldest[1].close();
      },
    });
    const server = this.server();
    // The SDK's own types contradict each other under exactOptionalPropertyTypes.
    await server.connect(transport as Parameters<Server["connect"]>[0]);
    server.onclose = () => {
      if (transport.sessionId !== undefined) this.clients.delete(transport.sessionId);
    };
    return transport;
  }

  private server(): Server {
    const { list, call } = this.port;
    const server = new Server({ name: POLYLOG_SERVER, version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      // The list is short, and deferred loading would find the tools too late.
      tools: list.map((tool) => ({ ...tool, _meta: { "anthropic/alwaysLoad": true } }) as object as Tool),
    }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
      // MCP does not send the id of the model's tool call; Claude Code adds it.
      const named = params._meta?.["claudecode/toolUseId"];
      const { text, isError } = await call({
        ...{ runId: null, name: params.name, input: params.arguments },
        ...(typeof named === "string" ? { callId: named } : {}),
        // Not every program cancels a call that it no longer waits for: some just disconnect.
        signal: AbortSignal.any([signal, this.gone.getStore() ?? signal]),
      });
      return { content: [{ type: "text", text }], isError };
    });
    return server;
  }
}
