import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { McpHttpServer, ToolPort } from "@polylog/backends/mcp-http-server";
import { findByHash, hashOf, type SecretHash } from "../http/auth/secrets.ts";
import { readJson } from "../http/read-json.ts";
import { limits } from "../limits.ts";
import { PolylogError } from "../polylog-error.ts";

const bounds = { clients: limits.polylogTools.clients, keepAliveMs: limits.heartbeatMs };

interface Opened {
  readonly hash: SecretHash;
  readonly port: ToolPort;
  /** Created on the first request, because it loads much code and most agents get their tools in another way. */
  clients: Promise<McpHttpServer> | null;
}

/**
 * Addresses where agents' programs call Polylog's tools over MCP. Each has its own secret, which gives access to these
 * tools for one agent of one session and to nothing else. Only its hash is kept, in memory, until the agent's connection
 * ends.
 */
export class ToolAddresses {
  /** The tools' path below the server's address. */
  readonly path = "/mcp";
  private readonly opened = new Set<Opened>();
  private base: string | null = null;

  /** The server accepts connections at this address. */
  listens(url: string): void {
    this.base = url;
  }

  /** Null if the server does not listen. */
  make(port: ToolPort): { url: string; headers: Readonly<Record<string, string>>; close: () => void } | null {
    if (this.base === null) return null;
    const secret = `polylog_agent_${randomBytes(32).toString("base64url")}`;
    const opened: Opened = { hash: hashOf(secret), port, clients: null };
    this.opened.add(opened);
    return {
      url: `${this.base}${this.path}`,
      headers: { authorization: `Bearer ${secret}` },
      close: () => {
        this.opened.delete(opened);
        opened.clients?.then((clients) => clients.close()).catch(() => undefined);
      },
    };
  }

  /** Answers a request to the tools' path. Rejects with `PolylogError`. */
  async serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const opened = this.find(incoming);
    if (opened === null) throw new PolylogError("not_authenticated", "This requires the agent's own token.");
    const body =
      incoming.method === "POST" ? await readJson(incoming, limits.polylogTools.requestBytes) : undefined;
    opened.clients ??= import("@polylog/backends/mcp-http-server").then(
      ({ McpHttpServer }) => new McpHttpServer(opened.port, bounds),
    );
    const served = await (await opened.clients).serve(incoming, outgoing, body);
    if (served === "served") return;
    const code = served === "no_such_session" ? "not_found" : "bad_request";
    throw new PolylogError(code, "Unknown MCP session. Initialize a new one.");
  }

  private find({ headers }: IncomingMessage): Opened | null {
    const secret = /^Bearer +([\x21-\x7e]+)$/i.exec(headers.authorization ?? "")?.[1];
    return secret === undefined ? null : findByHash(this.opened, hashOf(secret));
  }
}
