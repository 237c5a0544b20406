import { defined, type EventBody, limitReport } from "@polylog/core";
import { type Checkpoints, changedLine } from "../../checkpoint/checkpoints.ts";
import type { LiveSession } from "../../log/live-session.ts";

export interface ReportedRun {
  readonly session: LiveSession;
  readonly runId: string;
  readonly agentId: string;
  readonly base: string;
  /** Whether the run made a call that may have changed files; otherwise the changes are from other runs. */
  readonly isOwn: boolean;
}

/** Other sessions that may have changed a file; null if the change is not this run's. */
export type WhoseChange = (path: string) => readonly LiveSession[] | null;

/** The file changes during a run, as an event; empty without changes. */
export async function changeReport(
  checkpoints: Checkpoints,
  { session, runId, agentId, base, isOwn }: ReportedRun,
  whose: WhoseChange = () => [],
): Promise<EventBody[]> {
  const { projectRoot, sessionId } = session;
  const changes = await checkpoints.changesOf(projectRoot, sessionId, base, (path) => whose(path) !== null);
  if (!changes.ok || changes.paths.length === 0) return [];
  if (isOwn) await checkpoints.note(projectRoot, changedLine(sessionId, runId, changes.paths));
  const files = changes.files.map((file) => {
    const also = whose(file.path) ?? [];
    return also.length === 0 ? file : { ...file, alsoChangedBy: also.map(named) };
  });
  const report = limitReport(files, changes.truncatedCount);
  if (report === null) return [];
  const { added, removed, after } = changes;
  return [{ type: "change_report", ...report, added, removed, before: base, after, runId, agentId }];
}

function named({ sessionId, conversation, title: given }: LiveSession) {
  const title = conversation.title ?? given;
  return { sessionId, ...defined({ title }) };
}
