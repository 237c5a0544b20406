import type { Commit, EventStore } from "../../store/store.ts";

type Documents = NonNullable<Commit["documents"]>;

/** An ended run whose change report is not written yet, by session and run. */
export interface OwedReport {
  readonly sessionId: string;
  readonly runId: string;
}

const OWED = "owed_change_report";

/** To write with the end of a run that has no report yet. */
export function reportOwed({ sessionId, runId }: OwedReport): Documents {
  return [{ kind: OWED, key: JSON.stringify([sessionId, runId]), value: {} }];
}

/** To write with the report, or if there is nothing to report. */
export function reportSettled({ sessionId, runId }: OwedReport): Documents {
  return [{ kind: OWED, key: JSON.stringify([sessionId, runId]), value: null }];
}

/** The reports that an earlier server process did not write. */
export async function findOwedReports(store: EventStore): Promise<OwedReport[]> {
  return (await store.documents(OWED)).map(({ key }) => {
    const [sessionId, runId] = JSON.parse(key) as [string, string];
    return { sessionId, runId };
  });
}
