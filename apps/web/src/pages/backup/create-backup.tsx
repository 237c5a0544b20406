import { type FormEvent, useState } from "react";
import { client } from "../../data/client.ts";
import { bytes } from "../../format/format.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import settings from "../settings/settings.module.css";
import styles from "./backup.module.css";
import { failureText } from "./failure-text.ts";
import { ProgressLine } from "./progress-line.tsx";

type Written = Awaited<ReturnType<typeof client.maintenance.backup>>;

export function CreateBackup() {
  const [file, setFile] = useState("");
  const [isWriting, setWriting] = useState(false);
  const [written, setWritten] = useState<Written | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWriting || file.trim() === "") return;
    setWriting(true);
    setWritten(null);
    setFailure(null);
    client.maintenance
      .backup({ file: file.trim() })
      .then(setWritten, (error: Error) => setFailure(failureText(error)))
      .finally(() => setWriting(false));
  };
  return (
    <section className={settings.group} aria-labelledby="back-up-heading">
      <h2 id="back-up-heading" className={settings.heading}>
        Back up
      </h2>
      <p className={settings.hint}>
        Saves all sessions, outputs and settings to one file on the server’s machine. Agents keep running.
      </p>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="Save to"
          className={styles.path}
          value={file}
          readOnly={isWriting}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="/home/you/polylog-backup.db"
          hint="Absolute path on the server’s machine, outside Polylog’s own folder. Replaces an older backup."
          onChange={({ target }) => setFile(target.value)}
        />
        <Button look="primary" type="submit" disabled={file.trim() === ""} aria-disabled={isWriting}>
          Back up
        </Button>
      </form>
      {isWriting && <ProgressLine text="Backing up…" />}
      {failure !== null && (
        <p role="alert" className={styles.problem}>
          {failure}
        </p>
      )}
      {written !== null && (
        <p role="status" className={styles.done}>
          Backed up to {written.file} ({bytes(written.bytes)}).
        </p>
      )}
    </section>
  );
}
