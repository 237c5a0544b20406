import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { limits } from "../limits.ts";
import { FaultCounters } from "../play/fault-counters.ts";
import { handleRequest } from "./handle-request.ts";
import { type LoggedRequest, RequestLog } from "./request-log.ts";

export type ScriptedModelOptions = {
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly host?: string;
  /** A file that receives one line of JSON per request. */
  readonly log?: string;
  /** Requests without this key are rejected. */
  readonly key?: string;
  /** Characters per delta. */
  readonly pieceChars?: number;
  /** Delay between two deltas of text or thinking. */
  readonly delayMs?: number;
};

export type ScriptedModel = {
  /** `http://127.0.0.1:N`, without a trailing slash. OpenAI clients need `/v1` appended, Anthropic clients do not. */
  readonly url: string;
  /** The latest requests, oldest first. */
  readonly requests: readonly LoggedRequest[];
  /** Ends all answers immediately, and stops the server. */
  readonly close: () => Promise<void>;
};

/** Starts a model server that plays scripts. */
export async function startScriptedModel(options: ScriptedModelOptions = {}): Promise<ScriptedModel> {
  const host = options.host ?? "127.0.0.1";
  const log = new RequestLog(options.log);
  const closing = new AbortController();
  const context = {
    log,
    counters: new FaultCounters(),
    pacing: {
      pieceChars: Math.max(1, options.pieceChars ?? limits.pieceChars),
      delayMs: Math.max(0, options.delayMs ?? 0),
    },
    key: options.key ?? null,
    closing: closing.signal,
  };
  const server = createServer((incoming, response) => {
    handleRequest(incoming, response, context).catch((error: unknown) => fail(response, error));
  });
  server.listen(options.port ?? 0, host);
  try {
    await once(server, "listening");
  } catch (error) {
    log.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    requests: log.requests,
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      log.close();
    },
  };
}

/** A client may disconnect while it sends. Any other error is a bug, and only fails this request. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.socket?.destroyed !== false) return;
  process.emitWarning(`The scripted model failed to handle a request: ${String(error)}`);
  if (response.headersSent) response.destroy();
  else
    response.writeHead(500, { "content-type": "application/json" }).end('{"error":{"message":"internal"}}');
}
