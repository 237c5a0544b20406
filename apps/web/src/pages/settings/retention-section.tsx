import { type FormEvent, useEffect, useState } from "react";
import { client } from "../../data/client.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { showToast } from "../../ui/toasts.tsx";
import own from "./projects-section.module.css";
import styles from "./settings.module.css";

type Settings = Readonly<Record<string, unknown>>;

/** Limits after which sessions are deleted. */
export function RetentionSection() {
  const [settings, setSettings] = useState<Settings | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    client.settings.get().then(
      (found) => setSettings(found as Settings),
      (error: Error) => setFailure(error.message),
    );
  }, []);
  return (
    <section className={styles.group} aria-labelledby="keeping-heading">
      <h2 id="keeping-heading" className={styles.heading}>
        Retention
      </h2>
      <p className={styles.hint}>
        All sessions are kept unless you set a limit. Sessions that are running or waiting for you are never
        deleted.
      </p>
      {settings === null && failure === null && <Spinner label="Loading" />}
      {settings !== null && <RetentionForm settings={settings} onSaved={setSettings} />}
      {failure !== null && <p className={styles.hint}>{failure}</p>}
    </section>
  );
}

interface RetentionFormProps {
  readonly settings: Settings;
  readonly onSaved: (settings: Settings) => void;
}

function RetentionForm({ settings, onSaved }: RetentionFormProps) {
  const rules = (settings.retention ?? {}) as { readonly days?: number; readonly max_mb?: number };
  const [days, setDays] = useState(String(rules.days ?? ""));
  const [size, setSize] = useState(String(rules.max_mb ?? ""));
  const [failure, setFailure] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const retention = {
      ...(days.trim() === "" ? {} : { days: Number(days) }),
      ...(size.trim() === "" ? {} : { max_mb: Number(size) }),
    };
    client.settings.change({ retention: Object.keys(retention).length === 0 ? null : retention }).then(
      () => {
        setFailure(null);
        onSaved({ ...settings, retention });
        showToast("Saved");
      },
      (error: Error) => setFailure(error.message),
    );
  };
  return (
    <form className={own.form} onSubmit={submit}>
      <div className={own.two}>
        <TextField
          label="Days"
          inputMode="decimal"
          value={days}
          placeholder="No limit"
          hint="Delete sessions that were inactive for this many days"
          onChange={({ target }) => setDays(target.value)}
        />
        <TextField
          label="Size in MB"
          inputMode="decimal"
          value={size}
          placeholder="No limit"
          hint="Delete archived and old sessions until the log fits this size"
          onChange={({ target }) => setSize(target.value)}
        />
      </div>
      {failure !== null && <p role="alert">{failure}</p>}
      <Button look="primary" type="submit" className={own.save}>
        Save
      </Button>
    </form>
  );
}
