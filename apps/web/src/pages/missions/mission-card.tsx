import type { Mission, MissionChange } from "@polylog/client";
import { client } from "../../data/client.ts";
import { wholeTime } from "../../format/format.ts";
import { Link } from "../../routing/link.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { intervalName } from "./intervals.ts";
import { MissionBudget } from "./mission-budget.tsx";
import styles from "./missions-page.module.css";

interface MissionCardProps {
  readonly mission: Mission;
  readonly onEdit: () => void;
  readonly onChanged: () => void;
}

/** The current mission: its agents, their sessions, its usage, and the reason if it is paused. */
export function MissionCard({ mission, onEdit, onChanged }: MissionCardProps) {
  const { text, intervalSeconds, createdTs, triggers, maxTriggers, projectRoot, paused } = mission;
  const done = (work: Promise<unknown>) =>
    void work.then(onChanged, (error: Error) => showToast(error.message));
  const change = (to: MissionChange) => done(client.missions.change({ projectRoot, ...to }));
  return (
    <section className={styles.card} aria-label="Mission">
      <p className={styles.state}>
        {paused === null ? <Badge tone="live">Active</Badge> : <Badge tone="waiting">Paused</Badge>}
        <span>since {wholeTime(createdTs)}</span>
      </p>
      <p className={styles.text}>{text}</p>
      {paused !== null && <p className={styles.note}>{paused.message}</p>}
      <p className={styles.detail}>
        {agentsOf(mission)} · {intervalName(intervalSeconds)} · prompted {triggers} of {maxTriggers ?? 100}{" "}
        times
      </p>
      <ul className={styles.sessions}>
        {Object.entries(mission.sessions).map(([agentId, sessionId]) => (
          <li key={agentId}>
            <Link to={{ page: "session", sessionId, target: null }}>{agentId} is working</Link>
          </li>
        ))}
      </ul>
      <MissionBudget mission={mission} onChanged={onChanged} />
      <div className={styles.actions}>
        {paused === null ? (
          <Button size="small" onClick={() => change({ paused: true })}>
            Pause
          </Button>
        ) : (
          <Button size="small" look="primary" onClick={() => change(resumed(mission))}>
            Resume
          </Button>
        )}
        <Button size="small" onClick={onEdit}>
          Edit
        </Button>
        <Button size="small" look="danger" onClick={() => done(client.missions.clear({ projectRoot }))}>
          End mission
        </Button>
      </div>
    </section>
  );
}

function agentsOf({ agentIds, agentId }: Mission): string {
  return agentIds !== undefined && agentIds.length > 0 ? agentIds.join(", ") : (agentId ?? "Default agent");
}

/** A mission that used up its prompts gets the same number again. */
function resumed({ paused, maxTriggers = 100, triggers }: Mission): MissionChange {
  return paused?.reason === "triggers"
    ? { paused: false, maxTriggers: triggers + maxTriggers }
    : { paused: false };
}
