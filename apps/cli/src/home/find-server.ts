import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ClientError, connect } from "@polylog/client";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { DEFAULT_HOST, DEFAULT_PORT, tokenOf } from "../settings.ts";
import { readHolder } from "./holder.ts";

/** How long a server may take from taking its home to being reached. */
const STARTING_MS = 10_000;
const LOOK_MS = 50;

export interface FoundServer {
  readonly client: Client;
  readonly url: string;
}

/** The server that a command speaks with: the one that was named, or the one that holds the home. Null: none runs. */
export async function findServer(context: Context): Promise<Client | null> {
  return (await findServerAt(context))?.client ?? null;
}

async function findServerAt(context: Context): Promise<FoundServer | null> {
  const { home } = context;
  const named = namedUrl(context);
  if (named !== null) return { client: connectTo(context, named), url: named };
  for (const end = performance.now() + STARTING_MS; performance.now() < end; await sleep(LOOK_MS)) {
    const holder = readHolder(home);
    if (holder === null) return null;
    const { url } = holder;
    if (url === null) continue;
    const client = await answering(connectTo(context, url));
    return client === null ? null : { client, url };
  }
  return null;
}

/** For what starts one itself: a server that was named and does not answer is none. */
export async function findOrNone(context: Context): Promise<FoundServer | null> {
  const named = namedUrl(context);
  return named === null || (await isServerAt(named)) ? findServerAt(context) : null;
}

async function isServerAt(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(STARTING_MS) });
    return ((await answer.json()) as { ok?: unknown } | null)?.ok === true;
  } catch {
    return false;
  }
}

/** For what only a server can do. */
export async function needServer(context: Context): Promise<Client> {
  return (await needServerAt(context)).client;
}

/** Asks the server that runs on the home, and lets go of it. */
export async function askServer(context: Context, work: (client: Client) => Promise<void>): Promise<number> {
  const client = await needServer(context);
  try {
    await work(client);
    return exitCodes.done;
  } finally {
    client.close();
  }
}

/** The server that runs on the home, with its address. */
export async function needServerAt(context: Context): Promise<FoundServer> {
  const found = await findServerAt(context);
  if (found !== null) return found;
  throw new CliError("no_server", `No server runs on ${context.home}. Start one with "polylog serve".`);
}

export function connectTo(context: Context, url: string): Client {
  // A command follows one session at most; a stream of all of them would bring the others too.
  return connect({ url, token: tokenFor(context), transport: "session_sse" });
}

/** Null where no server is named: port 0 is any, which is that of the home. */
function namedUrl({ flags }: Context): string | null {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT } = flags;
  if (port === 0 || (flags.host === undefined && flags.port === undefined)) return null;
  return `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`;
}

function tokenFor({ home, flags, env }: Context): string {
  const given = tokenOf(flags, env);
  if (given !== undefined) return given;
  const file = path.join(home, "token");
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError("no_token", `The token cannot be read: ${reason}. Give it with --token.`);
  }
}

/** A process that took over the number of a dead server answers nobody. */
async function answering(client: Client): Promise<Client | null> {
  try {
    await client.me();
    return client;
  } catch (error) {
    client.close();
    if (error instanceof ClientError && error.status === 0) return null;
    throw error;
  }
}
