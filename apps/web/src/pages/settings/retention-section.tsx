import { type FormEvent, useEffect, useState } from "react";
import { client } from "../../data/client.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { showToast } from "../../ui/toasts.tsx";
import own from "./projects-section.module.css";
import styles from "./settings.module.css";

type Settings = Readonly<Record<string, unknown>>;

/** How long sessions are kept. */
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
        Keeping
      </h2>
      <p className={styles.hint}>
        Everything is kept unless a rule stands here. Nothing that is at work or waits for a person is ever
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
          placeholder="For ever"
          hint="Sessions that nobody touched for so long are deleted"
          onChange={({ target }) => setDays(target.value)}
        />
        <TextField
          label="Size in MB"
          inputMode="decimal"
          value={size}
          placeholder="Any"
          hint="Archived and old sessions are deleted until the log is no larger"
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
