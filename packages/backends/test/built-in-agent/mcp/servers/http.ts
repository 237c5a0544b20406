import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { onTestFinished } from "vitest";
import { toolbox } from "./toolbox.ts";

export interface HttpServer {
  readonly url: string;
  readonly requests: IncomingMessage[];
  /** The open sessions, if the server counts them. */
  readonly sessions: Map<string, unknown>;
  /** Closes all connections at once. */
  cut(): void;
}

type Sessions = Map<string, StreamableHTTPServerTransport>;

/** The toolbox over streamable HTTP, with sessions. */
export function streamableServer(receipts = ""): Promise<HttpServer> {
  const sessions: Sessions = new Map();
  return listen(sessions, async (request, response) => {
    const known = sessions.get(String(request.headers["mcp-session-id"]));
    if (known !== undefined) return known.handleRequest(request, response);
    if (request.headers["mcp-session-id"] !== undefined) return void response.writeHead(404).end();
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await toolbox(receipts).connect(transport as Parameters<ReturnType<typeof toolbox>["connect"]>[0]);
    return transport.handleRequest(request, response);
  });
}

/** The toolbox over the older transport. */
export function sseServer(): Promise<HttpServer> {
  const sessions = new Map<string, SSEServerTransport>();
  return listen(sessions, async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    if (pathname === "/messages") {
      await sessions.get(searchParams.get("sessionId") ?? "")?.handlePostMessage(request, response);
    } else if (request.method === "GET") {
      const transport = new SSEServerTransport("/messages", response);
      sessions.set(transport.sessionId, transport);
      response.on("close", () => sessions.delete(transport.sessionId));
      await toolbox().connect(transport);
    } else response.writeHead(405).end();
  });
}

export async function listen(
  sessions: Map<string, unknown>,
  answer: (...given: Parameters<RequestListener>) => unknown,
): Promise<HttpServer> {
  const requests: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request);
    void answer(request, response);
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(async () => {
    cut();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, requests, sessions, cut };
}
