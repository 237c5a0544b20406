import type { Client, SessionQuery, SessionRow } from "@polylog/client";
import { CliError } from "../cli-error.ts";
import { exitCodes } from "../exit-codes.ts";

const PAGE = 200;
/** Ids are that long; what is shorter is the beginning of one. */
const WHOLE = 26;
/** Of those that begin alike, so many are named. */
const NAMED = 5;

/**
 * What a person means by an id: itself, or the only one that begins like that. What is nowhere is given back as it is, for
 * whoever looks it up to say so.
 */
export async function resolveId(
  what: string,
  given: string,
  ids: Iterable<string> | AsyncIterable<string>,
): Promise<string> {
  if (given === "" || given.length >= WHOLE) return given;
  const found: string[] = [];
  for await (const id of ids) {
    if (id === given) return id;
    if (id.toLowerCase().startsWith(given.toLowerCase())) found.push(id);
  }
  if (found.length <= 1) return found[0] ?? given;
  const named = found.slice(0, NAMED).join(", ");
  const more = found.length > NAMED ? ` and ${found.length - NAMED} more` : "";
  const message = `The ids of ${found.length} ${what}s begin with "${given}": ${named}${more}. Give more of it.`;
  throw new CliError("ambiguous_id", message, exitCodes.usage);
}

export function resolveSessionId(client: Client, given: string): Promise<string> {
  return resolveId("session", given, idsOf(sessionsOf(client)));
}

export async function resolveRunId(client: Client, sessionId: string, given: string): Promise<string> {
  const { runs } = await client.runs.list({ sessionId });
  return resolveId(
    "run",
    given,
    runs.map(({ runId }) => runId),
  );
}

/** All of them, a page at a time. */
export async function* sessionsOf(client: Client, query: SessionQuery = {}): AsyncIterable<SessionRow> {
  for (let cursor: string | undefined; ; ) {
    const page = await client.sessions.list({ ...query, limit: PAGE, cursor });
    yield* page.sessions;
    if (page.next === null) return;
    cursor = page.next;
  }
}

export async function* idsOf(sessions: AsyncIterable<Pick<SessionRow, "sessionId">>): AsyncIterable<string> {
  for await (const { sessionId } of sessions) yield sessionId;
}
