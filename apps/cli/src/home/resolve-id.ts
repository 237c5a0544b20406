import type { Client, SessionQuery, SessionRow } from "@polylog/client";
import { CliError } from "../cli-error.ts";
import { exitCodes } from "../exit-codes.ts";

const PAGE = 200;
/** The length of an id. Anything shorter is a prefix. */
const WHOLE = 26;
/** The number of ids that an error about an ambiguous prefix lists. */
const NAMED = 5;

/**
 * Expands a unique prefix to the full id. An id without a match is returned unchanged, so that the caller reports the error.
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
  const message = `${found.length} ${what}s match "${given}": ${named}${more}. Use a longer prefix.`;
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

/** Reads all sessions, one page at a time. */
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
