import type { Conversation, EntryKinds } from "@polylog/core";
import { useRef } from "react";
import { ChangeReport } from "../conversation/entries/change-report.tsx";
import { useScope } from "../conversation/session-scope.ts";
import { useSessionPart } from "../data/client.ts";
import styles from "./panel.module.css";

type Report = EntryKinds["change_report"];

/** What the runs changed, the latest first. */
export function ChangesTab() {
  const reports = useReports();
  if (reports.length === 0)
    return <p className={styles.none}>No run of this session has told of changes yet.</p>;
  return reports.map((report) => (
    <div key={report.key} className={styles.section}>
      <ChangeReport entry={report} />
    </div>
  ));
}

const most = 20;

function useReports(): readonly Report[] {
  const found = useRef<{ readonly settled: number; readonly reports: readonly Report[] } | null>(null);
  return useSessionPart(useScope(), ({ conversation }) => {
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
