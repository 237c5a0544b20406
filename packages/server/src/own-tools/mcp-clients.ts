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
import { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { ToolPort } from "./tool-addresses.ts";

/** The MCP clients of one address. A program has one, or another after it began anew; the oldest goes first. */
export class McpClients {
  private readonly port: ToolPort;
  private readonly clients = new Map<string, StreamableHTTPServerTransport>();

  constructor(port: ToolPort) {
    this.port = port;
  }

  async serve(incoming: IncomingMessage, outgoing: ServerResponse, body: unknown): Promise<void> {
    const name = incoming.headers["mcp-session-id"];
    const known = typeof name === "string" ? this.clients.get(name) : undefined;
    if (known !== undefined) return known.handleRequest(incoming, outgoing, body);
    if (name !== undefined || !isInitializeRequest(body)) {
      throw new PolylogError(
        name === undefined ? "bad_request" : "not_found",
        "There is no such MCP session.",
      );
    }
    await (await this.begin()).handleRequest(incoming, outgoing, body);
  }

  async close(): Promise<void> {
    const all = [...this.clients.values()];
    this.clients.clear();
    await Promise.allSettled(all.map((client) => client.close()));
  }

  private async begin(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      keepAliveMs: limits.heartbeatMs,
      onsessioninitialized: (name) => {
        this.clients.set(name, transport);
        const [oldest] = this.clients;
        if (this.clients.size > limits.ownTools.clients && oldest !== undefined) void oldest[1].close();
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
    const server = new Server({ name: "polylog", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: list.map((tool) => ({ ...tool }) as Tool),
    }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
      const { text, isError } = await call({
        runId: null,
        name: params.name,
        input: params.arguments,
        signal,
      });
      return { content: [{ type: "text", text }], isError };
    });
    return server;
  }
}
