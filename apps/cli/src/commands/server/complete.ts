import { readFileSync } from "node:fs";
import path from "node:path";
import type { CompletionKind } from "../../completion/shells.ts";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { readHolder } from "../../server/home-holder.ts";
import { DEFAULT_HOST, DEFAULT_PORT, tokenOf } from "../../settings.ts";
import { printable } from "../../show/printable.ts";

const MOST = 50;
const WAIT_MS = 1_000;

/**
 * Prints shell completion candidates, one per line: the word and its description. It makes the simplest possible request because
 * a person waits for it, and prints no errors because they would end up in the command line being typed.
 */
export async function complete(context: Context, what: CompletionKind): Promise<number> {
  const rows = await found(context, what).catch(() => []);
  for (const { word, about } of rows)
    if (isPlain(word)) context.output.text(`${word}\t${printable(about)}\n`);
  return exitCodes.done;
}

/** Words that would need quoting are left out. */
function isPlain(word: string): boolean {
  return /^[\w.@+-]+$/.test(word);
}

interface Row {
  readonly word: string;
  readonly about: string;
}

async function found(context: Context, what: CompletionKind): Promise<Row[]> {
  const url = addressOf(context);
  if (url === null) return what === "sessions" ? storedSessions(context) : foundAgents(context);
  if (what === "sessions") {
    const { sessions } = await ask<Sessions>(context, `${url}/api/sessions?limit=${MOST}`);
    return sessions.map(({ session_id, title, status }) => ({
      word: session_id,
      about: aboutOf(title, status),
    }));
  }
  return usable(await ask<Agent[]>(context, `${url}/api/agents`));
}

function usable(agents: readonly Agent[]): Row[] {
  return agents
    .filter(({ available }) => available)
    .map(({ id, model, backend }) => ({ word: id, about: model ?? backend }));
}

interface Sessions {
  readonly sessions: readonly {
    readonly session_id: string;
    readonly title: string | null;
    readonly status: string;
  }[];
}

interface Agent {
  readonly id: string;
  readonly available: boolean;
  readonly model?: string | undefined;
  readonly backend: string;
}

function addressOf({ home, flags: { host, port } }: Context): string | null {
  if (host === undefined && port === undefined) return readHolder(home)?.url ?? null;
  return `http://${host ?? DEFAULT_HOST}:${port ?? DEFAULT_PORT}`;
}

async function ask<T>({ home, flags, env }: Context, url: string): Promise<T> {
  const token = tokenOf(flags, env) ?? readFileSync(path.join(home, "token"), "utf8").trim();
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(WAIT_MS),
  });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return (await answer.json()) as T;
}

/** Without a server, they are read from the log, which takes a moment longer. */
async function storedSessions(context: Context): Promise<Row[]> {
  const { readSessions } = await import("../../home/session-reader.ts");
  return readSessions(context, async (reader) => {
    const rows: Row[] = [];
    for await (const { sessionId, title, status } of reader.sessions()) {
      rows.push({ word: sessionId, about: aboutOf(title, status) });
      if (rows.length === MOST) break;
    }
    return rows;
  });
}

async function foundAgents({ home, env }: Context): Promise<Row[]> {
  const { knownAgents } = await import("@polylog/server");
  const { demoAgents } = await import("../../demo/demo-agent.ts");
  return usable(await knownAgents({ home, env, given: demoAgents(home) }));
}

function aboutOf(title: string | null, status: string): string {
  return `${title ?? "untitled"} (${status.replaceAll("_", " ")})`;
}
