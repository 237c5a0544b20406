import { defined, type EventBody, limitReport } from "@polylog/core";
import { type Checkpoints, changedLine } from "../../checkpoint/checkpoints.ts";
import type { LiveSession } from "../../log/live-session.ts";

export interface ReportedRun {
  readonly session: LiveSession;
  readonly runId: string;
  readonly agentId: string;
  /** The checkpoint from before its first change. */
  readonly base: string;
  /** It called something that may have changed files; else others did. */
  readonly isOwn: boolean;
}

/** Sessions that may have changed a file too; null where the change is not this run's at all. */
export type WhoseChange = (path: string) => readonly LiveSession[] | null;

/** What changed on disk during a run, as an event; none where that is nothing. */
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
