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
  /** Clients that may be open at once; the oldest goes first. */
  readonly clients: number;
  readonly keepAliveMs: number;
}

/** How a request went: it is answered, it begins nothing, or it goes on with something that is not there. */
export type ServeOutcome = "served" | "not_begun" | "no_such_session";

/**
 * Polylog's tools as an MCP server over streamable HTTP, for programs that take them by an address. A program has
 * one client, or another after it began anew. Who may ask is for the caller to know.
 */
export class McpHttpServer {
  private readonly port: ToolPort;
  private readonly bounds: McpBounds;
  private readonly clients = new Map<string, StreamableHTTPServerTransport>();
  /** Whether who has sent the request at hand has gone: nobody can be told what comes of it. */
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
    // The SDK's own types do not agree with each other under exactOptionalPropertyTypes.
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
      // They are few, and only known tools are used: a search for them would find them too late.
      tools: list.map((tool) => ({ ...tool, _meta: { "anthropic/alwaysLoad": true } }) as object as Tool),
    }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
      // MCP does not say which call of a model it is; Claude Code does.
      const named = params._meta?.["claudecode/toolUseId"];
      const { text, isError } = await call({
        ...{ runId: null, name: params.name, input: params.arguments },
        ...(typeof named === "string" ? { callId: named } : {}),
        // Not every program says that it no longer waits: some just leave.
        signal: AbortSignal.any([signal, this.gone.getStore() ?? signal]),
      });
      return { content: [{ type: "text", text }], isError };
    });
    return server;
  }
}
