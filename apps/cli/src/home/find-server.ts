import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ClientError, connect } from "@polylog/client";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
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

export async function findServerAt(context: Context): Promise<FoundServer | null> {
  const { home, flags } = context;
  if (flags.host !== undefined || flags.port !== undefined) {
    const url = namedUrl(context);
    return { client: connectTo(context, url), url };
  }
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

/** For what only a server can do. */
export async function needServer(context: Context): Promise<Client> {
  return (await needServerAt(context)).client;
}

/** The same, with its address. */
export async function needServerAt(context: Context): Promise<FoundServer> {
  const found = await findServerAt(context);
  if (found !== null) return found;
  throw new CliError("no_server", `No server runs on ${context.home}. Start one with "polylog serve".`);
}

export function connectTo(context: Context, url: string): Client {
  // A command follows one session at most; a stream of all of them would bring the others too.
  return connect({ url, token: tokenFor(context), transport: "session_sse" });
}

function namedUrl({ flags: { host = DEFAULT_HOST, port = DEFAULT_PORT } }: Context): string {
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
