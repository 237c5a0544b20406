import sections from "../settings/projects-section.module.css";
import { CreateBackup } from "./create-backup.tsx";
import { Restore } from "./restore.tsx";

/** Writing the log to a file, and restoring it. */
export function BackupSection() {
  return (
    <div className={sections.sections}>
      <CreateBackup />
      <Restore />
    </div>
  );
}
