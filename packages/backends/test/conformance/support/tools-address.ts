import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { PolylogToolset } from "@polylog/core";
import { McpHttpServer, type ToolPort } from "../../../src/polylog-tools/mcp-http-server.ts";

/** The tools over real HTTP, as the server provides them: at a URL, with a secret. */
export class ToolsAddress {
  private readonly secret = `Bearer ${randomUUID()}`;
  private readonly clients: McpHttpServer;
  private server: Server | null = null;

  constructor(port: ToolPort) {
    this.clients = new McpHttpServer(port, { clients: 4, keepAliveMs: 10_000 });
  }

  async open(): ReturnType<PolylogToolset["address"]> {
    this.server ??= await this.listen();
    const { port } = this.server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/mcp`, headers: { authorization: this.secret } };
  }

  async close(): Promise<void> {
    await this.clients.close();
    this.server?.closeAllConnections();
    this.server?.close();
  }

  private async listen(): Promise<Server> {
    const server = createServer(async (incoming, outgoing) => {
      if (incoming.headers.authorization !== this.secret) return outgoing.writeHead(401).end();
      const body = incoming.method === "POST" ? await json(incoming) : undefined;
      const served = await this.clients.serve(incoming, outgoing, body);
      return served === "served" ? outgoing : outgoing.writeHead(served === "not_begun" ? 400 : 404).end();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    return server;
  }
}
