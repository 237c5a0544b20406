import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { McpHttpServer, ToolPort } from "@polylog/backends/mcp-http-server";
import { PolylogError } from "../errors.ts";
import { findByHash, hashOf, type SecretHash } from "../http/auth/secrets.ts";
import { readJson } from "../http/read-json.ts";
import { limits } from "../limits.ts";

const bounds = { clients: limits.polylogTools.clients, keepAliveMs: limits.heartbeatMs };

interface Opened {
  readonly hash: SecretHash;
  readonly port: ToolPort;
  /** Made with the first request: most agents take their tools otherwise, and it loads much. */
  clients: Promise<McpHttpServer> | null;
}

/**
 * Addresses under which agents' programs call our tools by MCP. Each has a secret of its own that opens these tools,
 * for one agent of one session, and nothing else of the server. It is kept as a hash, in memory only, and is void when
 * the agent's connection ends.
 */
export class ToolAddresses {
  /** Where the tools are, below the server's address. */
  readonly path = "/mcp";
  private readonly opened = new Set<Opened>();
  private base: string | null = null;

  /** The server can be reached under this address. */
  listens(url: string): void {
    this.base = url;
  }

  /** Null where the server listens nowhere. */
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
    if (opened === null) throw new PolylogError("not_authenticated", "This needs an agent's own token.");
    const body =
      incoming.method === "POST" ? await readJson(incoming, limits.polylogTools.requestBytes) : undefined;
    opened.clients ??= import("@polylog/backends/mcp-http-server").then(
      ({ McpHttpServer }) => new McpHttpServer(opened.port, bounds),
    );
    const served = await (await opened.clients).serve(incoming, outgoing, body);
    if (served === "served") return;
    const code = served === "no_such_session" ? "not_found" : "bad_request";
    throw new PolylogError(code, "There is no such MCP session.");
  }

  private find({ headers }: IncomingMessage): Opened | null {
    const secret = /^Bearer +([\x21-\x7e]+)$/i.exec(headers.authorization ?? "")?.[1];
    return secret === undefined ? null : findByHash(this.opened, hashOf(secret));
  }
}
