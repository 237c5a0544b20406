import type { Leftover } from "@polylog/client";
import { actorLabel, firstLine } from "@polylog/core";
import { CalendarClock, MessageSquareMore, Target, TimerReset } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { client } from "../../data/client.ts";
import { folderName } from "../../format/format.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import styles from "../settings/settings.module.css";
import own from "./devices-section.module.css";
import { removeLeftover, resumeLeftover } from "./leftover-actions.ts";

const kinds = {
  schedule: { name: "Schedule", Icon: CalendarClock, resume: "Resume" },
  mission: { name: "Mission", Icon: Target, resume: "Resume" },
  idle_prompt: { name: "Idle prompt", Icon: TimerReset, resume: "Resume" },
  queued_message: { name: "Queued message", Icon: MessageSquareMore, resume: "Send now" },
} as const satisfies Readonly<Record<Leftover["kind"], object>>;

/** Items of revoked devices, paused until the owner resumes or removes them. */
export function Leftovers({ devices }: { readonly devices: number }) {
  const [leftovers, setLeftovers] = useState<readonly Leftover[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const load = useCallback(() => {
    client.devices.leftovers().then(
      ({ leftovers }) => setLeftovers(leftovers),
      (error: Error) => setFailure(error.message),
    );
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: revoking a device may add items here.
  useEffect(load, [load, devices]);
  const attempt = (work: Promise<void>) => {
    setFailure(null);
    work.catch((error: Error) => setFailure(error.message)).finally(load);
  };
  if (leftovers.length === 0 && failure === null) return null;
  return (
    <section className={styles.group} aria-labelledby="leftovers-heading">
      <h3 id="leftovers-heading" className={own.subheading}>
        Paused: left by revoked devices
      </h3>
      {failure !== null && <p className={styles.hint}>{failure}</p>}
      <ul className={styles.list}>
        {leftovers.map((leftover) => (
          <LeftoverRow
            key={[
              leftover.kind,
              leftover.projectRoot,
              leftover.scheduleId,
              leftover.itemId,
              leftover.agentId,
            ].join()}
            leftover={leftover}
            onResume={() => attempt(resumeLeftover(leftover))}
            onRemove={() => attempt(removeLeftover(leftover))}
          />
        ))}
      </ul>
    </section>
  );
}

interface LeftoverRowProps {
  readonly leftover: Leftover;
  readonly onResume: () => void;
  readonly onRemove: () => void;
}

function LeftoverRow({ leftover, onResume, onRemove }: LeftoverRowProps) {
  const { kind, text, deviceName, deviceRole, projectRoot } = leftover;
  const { name, Icon, resume } = kinds[kind];
  return (
    <li className={cx(styles.agent, own.leftover)}>
      <Icon size={20} className={own.icon} />
      <div className={own.about}>
        <p className={styles.name} title={text}>
          {firstLine(text)}
        </p>
        <p className={styles.hint} title={projectRoot}>
          {name} by {actorLabel({ kind: "user", name: deviceName, role: deviceRole })}, in{" "}
          {folderName(projectRoot)}
        </p>
      </div>
      <div className={own.actions}>
        <Button size="small" onClick={onResume}>
          {resume}
        </Button>
        <Button size="small" look="danger" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}
