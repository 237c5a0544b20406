import type { Conversation, EntryKinds } from "@polylog/core";
import { useRef } from "react";
import { ChangedFiles, ChangeReport } from "../conversation/entries/change-report.tsx";
import { useSessionPart } from "../data/client.ts";
import { useSessionContext } from "../data/session/session-context.ts";
import { Spinner } from "../ui/spinner.tsx";
import styles from "./panel.module.css";
import { type CheckpointChanges, useCheckpointChanges } from "./use-checkpoint-changes.ts";

type Report = EntryKinds["change_report"];

/** Changes since the last checkpoint, then the change reports of the runs, the latest first. */
export function ChangesTab() {
  const reports = useReports();
  const now = useCheckpointChanges();
  if (reports.length === 0 && now.checkpoint === null)
    return <p className={styles.none}>No file changes in this session yet</p>;
  return (
    <>
      {now.checkpoint !== null && <SinceCheckpoint now={now} />}
      {reports.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.heading}>By run</h2>
          <div className={styles.reports}>
            {reports.map((report) => (
              <ChangeReport key={report.key} entry={report} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function SinceCheckpoint({ now: { checkpoint, changes, failure } }: { readonly now: CheckpointChanges }) {
  return (
    <section className={styles.section} aria-label="Since the last checkpoint">
      <h2 className={styles.heading}>
        Since the last checkpoint
        {checkpoint !== null && <code className={styles.faint}>{checkpoint.hash.slice(0, 7)}</code>}
      </h2>
      {failure !== null && <p className={styles.faint}>{failure}</p>}
      {failure === null && changes === null && <Spinner label="Comparing" />}
      {changes !== null && changes.files.length === 0 && <p className={styles.faint}>No changes</p>}
      {changes !== null && changes.files.length > 0 && (
        <ChangedFiles
          {...changes}
          key={checkpoint?.hash}
          of="since-checkpoint"
          between={checkpoint === null ? null : { checkpoint: checkpoint.hash }}
        />
      )}
    </section>
  );
}

const most = 20;

function useReports(): readonly Report[] {
  const found = useRef<{ readonly settled: number; readonly reports: readonly Report[] } | null>(null);
  return useSessionPart(useSessionContext(), ({ conversation }) => {
    const { settled } = conversation.main;
    if (found.current?.settled === settled) return found.current.reports;
    found.current = { settled, reports: reportsIn(conversation) };
    return found.current.reports;
  });
}

function reportsIn({ main: { entries } }: Conversation): readonly Report[] {
  const reports: Report[] = [];
  for (let at = entries.length - 1; at >= 0 && reports.length < most; at--) {
    const entry = entries.get(at);
    if (entry?.kind === "change_report") reports.push(entry);
  }
  return reports;
}
