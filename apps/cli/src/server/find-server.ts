import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ClientError, connect } from "@polylog/client";
import { messageOf } from "@polylog/core";
import { CliError } from "../cli-error.ts";
import { confirm } from "../confirm.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { DEFAULT_HOST, DEFAULT_PORT, tokenOf } from "../settings.ts";
import { homeFetch } from "./home-fetch.ts";
import { type Holder, readHolder } from "./home-holder.ts";
import { pinnedFetch } from "./pinned-fetch.ts";

/** How long a server may take to become reachable after it has acquired its home. */
const STARTING_MS = 10_000;
const POLL_MS = 50;

export interface FoundServer {
  readonly client: Client;
  /** Its current address. */
  readonly url: string;
}

/** The server of the home, at its current port. */
export function homeServer(
  context: Context,
  first: string,
  restart: (() => Promise<unknown>) | null = null,
): FoundServer {
  const { home } = context;
  return {
    client: connectWith(context, first, homeFetch(home, first, restart)),
    get url() {
      return readHolder(home)?.url ?? first;
    },
  };
}

/** A local server is verified by the certificate that its home records. */
function fetchFor({ home }: Context, url: string): typeof globalThis.fetch | undefined {
  const holder = readHolder(home);
  if (holder === null || holder.certificate === null || !isHolder(holder, url)) return undefined;
  return pinnedFetch(holder.certificate);
}

function isHolder({ url: own, publicUrl }: Holder, url: string): boolean {
  if (own === null || !url.startsWith("https:")) return false;
  const at = new URL(url);
  if (publicUrl !== null && at.origin === new URL(publicUrl).origin) return true;
  return at.port === new URL(own).port && isLoopbackName(at.hostname);
}

function isLoopbackName(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}

/** The server for a command: the one given by flags, or the home's. Null if no server runs. */
export async function findServer(context: Context): Promise<Client | null> {
  return (await findServerAt(context))?.client ?? null;
}

async function findServerAt(context: Context): Promise<FoundServer | null> {
  const { home } = context;
  const named = namedUrl(context);
  if (named !== null) return { client: connectTo(context, named), url: named };
  for (const end = performance.now() + STARTING_MS; performance.now() < end; await sleep(POLL_MS)) {
    const holder = readHolder(home);
    if (holder === null) return null;
    const { url } = holder;
    if (url === null) continue;
    const server = homeServer(context, url);
    return (await answers(server.client)) ? server : null;
  }
  return null;
}

/** For commands that can start a server: a server given by flags that does not answer counts as missing. */
export async function findAnsweringServer(context: Context): Promise<FoundServer | null> {
  const named = namedUrl(context);
  return named === null || (await isServerAt(context, named)) ? findServerAt(context) : null;
}

async function isServerAt(context: Context, url: string): Promise<boolean> {
  const ask = fetchFor(context, url) ?? fetch;
  try {
    const answer = await ask(`${url}/api/health`, { signal: AbortSignal.timeout(STARTING_MS) });
    return ((await answer.json()) as { ok?: unknown } | null)?.ok === true;
  } catch {
    // Without a valid answer, there is no Polylog server.
    return false;
  }
}

/** For commands that need a running server. */
export async function requireServer(context: Context): Promise<Client> {
  return (await requireServerAt(context)).client;
}

/** Uses the home's running server and closes the connection. */
export async function withRunningServer(
  context: Context,
  work: (client: Client) => Promise<void>,
): Promise<number> {
  const client = await requireServer(context);
  try {
    await work(client);
    return exitCodes.done;
  } finally {
    client.close();
  }
}

/** The home's running server and its address. */
export async function requireServerAt(context: Context): Promise<FoundServer> {
  const found = await findServerAt(context);
  if (found !== null) return found;
  throw new CliError("no_server", `No server is running on ${context.home}. Start one with "polylog serve".`);
}

export function connectTo(context: Context, url: string): Client {
  return connectWith(context, url, fetchFor(context, url));
}

function connectWith(context: Context, url: string, fetch: typeof globalThis.fetch | undefined): Client {
  // A command follows at most one session, so it does not need a stream of all sessions.
  const client = connect({ url, token: tokenFor(context), transport: "session_sse", fetch });
  client.confirmWith(({ text }) => confirm(context, text));
  return client;
}

/** Null if no server is given. Port 0 stands for any port, so it means the home's server. */
function namedUrl({ home, flags }: Context): string | null {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT } = flags;
  if (port === 0 || (flags.host === undefined && flags.port === undefined)) return null;
  const address = `${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`;
  const holder = readHolder(home);
  return holder !== null && isHolder(holder, `https://${address}`) && holder.certificate !== null
    ? `https://${address}`
    : `http://${address}`;
}

function tokenFor({ home, flags, env }: Context): string {
  const given = tokenOf(flags, env);
  if (given !== undefined) return given;
  const file = path.join(home, "token");
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new CliError("no_token", `Cannot read the token: ${messageOf(error)}. Pass it with --token.`);
  }
}

/** A process that reuses the id of a dead server does not answer. */
async function answers(client: Client): Promise<boolean> {
  try {
    await client.devices.me();
    return true;
  } catch (error) {
    client.close();
    if (error instanceof ClientError && error.status === 0) return false;
    throw error;
  }
}
