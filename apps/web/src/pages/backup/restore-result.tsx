import type { Restored } from "@polylog/client";
import { useEffect, useRef } from "react";
import { plural } from "../../format/format.ts";
import { ExactText } from "../../ui/exact-text.tsx";
import own from "../settings/projects-section.module.css";
import settings from "../settings/settings.module.css";
import styles from "./backup.module.css";
import { ProgressLine } from "./progress-line.tsx";
import { shortTitle } from "./short-title.ts";

interface RestoreResultProps {
  readonly restored: Restored;
  /** The server is running again with the restored log. */
  readonly isBack: boolean;
}

export function RestoreResult({ restored, isBack }: RestoreResultProps) {
  const { sessions, events, damaged, policies, omitted } = restored;
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused button was removed.
  useEffect(() => heading.current?.focus(), []);
  const back = policies.filter((policy) => policy.restored);
  const left = policies.length - back.length + omitted;
  return (
    <section className={styles.result} aria-labelledby="restored-heading">
      <h3 id="restored-heading" className={own.subheading} tabIndex={-1} ref={heading}>
        Backup restored
      </h3>
      {isBack ? (
        <p role="status" className={styles.done}>
          Reconnected.
        </p>
      ) : (
        <ProgressLine text="Reconnecting…" />
      )}
      <p>
        Restored {plural(sessions, "session")} with {plural(events, "event")}.
      </p>
      {damaged.length > 0 && (
        <p className={styles.problem}>
          Already damaged in the backup: <ExactText text={damaged.join(", ")} />. Try an older backup for{" "}
          {damaged.length === 1 ? "this session" : "these sessions"}.
        </p>
      )}
      {back.length > 0 && (
        <>
          <p id="also-restored">Also restored:</p>
          <ul className={styles.back} aria-labelledby="also-restored">
            {back.map(({ id, title }) => (
              <li key={id}>
                <ExactText text={shortTitle(title)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {left > 0 && (
        <p className={settings.hint}>
          {plural(left, "rule, device or setting", "rules, devices or settings")} of the backup{" "}
          {left === 1 ? "was" : "were"} not restored.
        </p>
      )}
    </section>
  );
}
