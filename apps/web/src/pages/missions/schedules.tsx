import type { Schedule } from "@polylog/client";
import { type FormEvent, useEffect, useState } from "react";
import { client } from "../../data/client.ts";
import { useLoaded } from "../../data/use-loaded.ts";
import { wholeTime } from "../../format/format.ts";
import { Link } from "../../routing/link.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { showToast } from "../../ui/toasts.tsx";
import styles from "./missions-page.module.css";

/** Prompts that are sent at set times. */
export function Schedules({ projectRoot }: { readonly projectRoot: string }) {
  const ask = () => client.schedules.list({ projectRoot });
  const { found, failure, load } = useLoaded(ask, [projectRoot], ["schedules"]);
  useEffect(() => {
    if (failure !== null) showToast(failure);
  }, [failure]);
  return (
    <section className={styles.past} aria-labelledby="schedules">
      <h2 id="schedules" className={styles.heading}>
        Schedules
      </h2>
      <ol>
        {(found?.schedules ?? []).map((schedule) => (
          <Row key={schedule.scheduleId} schedule={schedule} onChanged={load} />
        ))}
      </ol>
      <Add projectRoot={projectRoot} onAdded={load} />
    </section>
  );
}

function Row({ schedule, onChanged }: { readonly schedule: Schedule; readonly onChanged: () => void }) {
  const { scheduleId, text, pattern, enabled, nextTs, sessionId, skipped } = schedule;
  const done = (work: Promise<unknown>) =>
    void work.then(onChanged, (error: Error) => showToast(error.message));
  return (
    <li className={styles.ended}>
      <p className={styles.text}>{text}</p>
      <p className={styles.detail}>
        <Badge tone={enabled ? "live" : "quiet"}>{enabled ? "On" : "Off"}</Badge> {pattern}
        {enabled && nextTs !== null && ` · next ${wholeTime(nextTs)}`}
        {skipped > 0 && ` · skipped ${skipped} times`}
        {sessionId !== null && (
          <>
            {" · "}
            <Link to={{ page: "session", sessionId, target: null }}>last session</Link>
          </>
        )}
      </p>
      <div className={styles.actions}>
        <Button size="small" onClick={() => done(client.schedules.enable({ scheduleId, enabled: !enabled }))}>
          {enabled ? "Turn off" : "Turn on"}
        </Button>
        <Button size="small" look="danger" onClick={() => done(client.schedules.remove({ scheduleId }))}>
          Remove
        </Button>
      </div>
    </li>
  );
}

function Add({ projectRoot, onAdded }: { readonly projectRoot: string; readonly onAdded: () => void }) {
  const [pattern, setPattern] = useState("0 9 * * mon-fri");
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    client.schedules.add({ projectRoot, pattern: pattern.trim(), text: text.trim(), timeZone }).then(
      () => {
        setText("");
        setFailure(null);
        onAdded();
      },
      (error: Error) => setFailure(error.message),
    );
  };
  return (
    <form className={styles.card} onSubmit={submit}>
      <TextField label="Prompt" value={text} onChange={({ target }) => setText(target.value)} />
      <TextField
        label="When"
        hint="Minute, hour, day of the month, month, day of the week"
        error={failure}
        value={pattern}
        onChange={({ target }) => setPattern(target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" disabled={text.trim() === "" || pattern.trim() === ""}>
          Add schedule
        </Button>
      </div>
    </form>
  );
}
