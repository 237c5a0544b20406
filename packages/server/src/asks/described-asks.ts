import { type AskDescription, askProject, describeAsk, pendingAsks } from "@polylog/core";
import type { Log } from "../log/log.ts";
import type { AskRow, EventStore } from "../store/store.ts";

/** An ask with its full description, so that a screen can show it without loading the session. */
export interface DescribedAsk extends AskRow {
  readonly description: AskDescription;
}

/** Asks that are answered while their session is being read are left out. */
export async function describeAsks(
  rows: readonly AskRow[],
  { store, log }: { readonly store: Pick<EventStore, "session">; readonly log: Pick<Log, "session"> },
): Promise<DescribedAsk[]> {
  const sessions = new Map<string, ReadonlyMap<string, AskDescription>>();
  for (const { sessionId } of rows) {
    if (sessions.has(sessionId)) continue;
    sessions.set(sessionId, await describe(sessionId));
  }
  return rows.flatMap((row) => {
    const description = sessions.get(row.sessionId)?.get(row.askId);
    return description === undefined ? [] : [{ ...row, description }];
  });

  async function describe(sessionId: string): Promise<ReadonlyMap<string, AskDescription>> {
    const row = await store.session(sessionId);
    if (row === null) return new Map();
    const { conversation } = await log.session(sessionId);
    const project = askProject(row.projectRoot);
    return new Map(
      pendingAsks(conversation).map(({ askId, entry }) => [
        askId,
        describeAsk(entry, { conversation, sessionTitle: row.title, project }),
      ]),
    );
  }
}
