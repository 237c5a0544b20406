import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import settings from "../settings/settings.module.css";
import styles from "./backup.module.css";
import { BackupPreviewForm } from "./backup-preview.tsx";
import { ProgressLine } from "./progress-line.tsx";
import { RestoreResult } from "./restore-result.tsx";
import { useRestore } from "./use-restore.ts";

export function Restore() {
  const [file, setFile] = useState("");
  const { work, checked, restored, failure, isBack, check, restore, forget } = useRestore();
  const change = (typed: string) => {
    setFile(typed);
    // Another file was checked.
    if (typed.trim() !== checked?.file) forget();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (work === null && file.trim() !== "") void check(file.trim());
  };
  return (
    <section className={settings.group} aria-labelledby="restore-heading">
      <h2 id="restore-heading" className={settings.heading}>
        Restore
      </h2>
      <p className={settings.hint}>
        Replaces all sessions with those in the backup. This server keeps its own rules, devices and settings.
        Check the backup first to see what else you can restore from it.
      </p>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="Backup file"
          className={styles.path}
          value={file}
          readOnly={work !== null}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="/home/you/polylog-backup.db"
          hint="Absolute path on the server’s machine."
          onChange={({ target }) => change(target.value)}
        />
        <Button type="submit" disabled={file.trim() === ""} aria-disabled={work !== null}>
          Check backup
        </Button>
      </form>
      {work === "checking" && <ProgressLine text="Checking…" />}
      {checked !== null && (
        <BackupPreviewForm
          preview={checked}
          isRestoring={work === "restoring"}
          onRestore={(selected) => void restore(checked, selected)}
        />
      )}
      {failure !== null && (
        <p role="alert" className={styles.problem}>
          {failure}
        </p>
      )}
      {restored !== null && <RestoreResult restored={restored} isBack={isBack} />}
    </section>
  );
}
