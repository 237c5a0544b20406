import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport, SseError } from "@modelcontextprotocol/sdk/client/sse.js";
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { orNullIfAborted } from "./abort-signals.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { limits } from "./limits.ts";
import { ProcessTransport } from "./process-transport.ts";
import { type AddressSettings, isProgram, type McpServerSettings, type ProgramSettings } from "./settings.ts";

/** An initialized connection to a server. It may close at any time, and is then replaced by a new one. */
export interface McpConnection {
  readonly client: Client;
  /** Why it closed. Null while it is open. */
  whyClosed(): string | null;
  /** Closes it, and stops the server if it is a local program. Idempotent. */
  close(): Promise<void>;
}

export interface McpConnectionOptions {
  readonly cwd: string;
  readonly secrets: readonly string[];
  /** Aborted when the server takes too long to start, or is no longer needed. */
  readonly signal: AbortSignal;
  readonly onGarbage: () => void;
}

/** Throws if the server does not start, and then leaves nothing running. */
export function openConnection(
  settings: McpServerSettings,
  options: McpConnectionOptions,
): Promise<McpConnection> {
  return isProgram(settings) ? toProgram(settings, options) : toAddress(settings, options);
}

async function toProgram(settings: ProgramSettings, options: McpConnectionOptions): Promise<McpConnection> {
  const { cwd, secrets, signal, onGarbage } = options;
  const transport = new ProcessTransport(
    {
      command: settings.command,
      args: settings.args ?? [],
      cwd: settings.cwd === undefined ? cwd : path.resolve(cwd, settings.cwd),
      env: settings.env ?? {},
      secrets,
    },
    onGarbage,
  );
  const client = newClient();
  try {
    await connect(client, transport, signal);
  } catch (error) {
    const why = transport.whyClosed;
    await transport.close();
    throw why === null ? error : new Error(why);
  }
  return { client, whyClosed: () => transport.whyClosed, close: () => transport.close() };
}

/** Statuses of older servers, which do not know the streamable transport. These are tried with SSE. */
const olderServer = new Set([400, 404, 405]);

async function toAddress(settings: AddressSettings, options: McpConnectionOptions): Promise<McpConnection> {
  try {
    return await toStreamable(settings, options.signal);
  } catch (error) {
    if (!(error instanceof StreamableHTTPError) || !olderServer.has(error.code ?? 0)) throw error;
    return toSse(settings, options.signal);
  }
}

async function toStreamable(
  { url, headers = {} }: AddressSettings,
  signal: AbortSignal,
): Promise<McpConnection> {
  const client = newClient();
  let whyClosed: string | null = null;
  let closing: Promise<void> | null = null;
  const end = (reason: string) => {
    whyClosed ??= reason;
    closing ??= endServerSession(transport).then(() => transport.close());
    return closing;
  };
  const cut = () => {
    whyClosed ??= "The connection broke.";
    void transport.close();
  };
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: boundedFetch(cut),
  });
  try {
    // The SDK's own type says `string | undefined` where its interface omits the property.
    await connect(client, transport as Transport, signal);
  } catch (error) {
    await transport.close();
    throw error;
  }
  return { client, whyClosed: () => whyClosed, close: () => end("It was closed.") };
}

async function toSse({ url, headers = {} }: AddressSettings, signal: AbortSignal): Promise<McpConnection> {
  const client = newClient();
  let whyClosed: string | null = null;
  const end = async (reason: string) => {
    if (whyClosed !== null) return;
    whyClosed = reason;
    await transport.close();
  };
  const transport = new SSEClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: boundedFetch(() => undefined),
  });
  // Otherwise it would reconnect automatically to a server that has lost the session.
  client.onerror = (error) => {
    if (error instanceof SseError) void end("The connection broke.");
  };
  try {
    await connect(client, transport, signal);
  } catch (error) {
    await transport.close();
    throw error;
  }
  return { client, whyClosed: () => whyClosed, close: () => end("It was closed.") };
}

function newClient(): Client {
  return new Client({ name: "polylog", version: "1" });
}

async function connect(client: Client, transport: Transport, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  // The signal sets the limit: the SDK's own timeout does not cover the time before the first message.
  const connecting = client.connect(transport, { timeout: limits.callTotalMs });
  if (
    (await orNullIfAborted(
      connecting.then(() => true),
      signal,
    )) === null
  )
    throw signal.reason;
}

/** Ends the server's session. Errors are ignored. */
async function endServerSession(transport: StreamableHTTPClientTransport): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limits.goodbyeMs);
  // A server that is gone or cannot end sessions has nothing to end.
  await Promise.race([transport.terminateSession().catch(() => undefined), promise]);
  clearTimeout(timer);
}
