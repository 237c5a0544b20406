import type { AgentReadiness } from "@polylog/core";
import { loadAgents, useAgents } from "../../data/agents.ts";
import { agentDescription, agentFacts } from "../../format/agent-description.ts";
import { AgentGlyph } from "../../ui/agent-glyph.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import styles from "./settings.module.css";

const labels: Readonly<Record<AgentReadiness, string>> = {
  available: "Ready",
  logged_out: "Not signed in",
  broken: "Not working",
  missing: "Not found",
};

/** The agents on this machine, and what is missing if they are not ready. */
export function AgentsSection() {
  const { state, agents } = useAgents();
  return (
    <section className={styles.group} aria-labelledby="agents-heading">
      <div className={styles.row}>
        <h2 id="agents-heading" className={styles.heading}>
          Agents
        </h2>
        <Button size="small" onClick={() => void loadAgents(true)}>
          Refresh
        </Button>
      </div>
      {state === "failed" && <p className={styles.hint}>Could not load the agents. Refresh to try again.</p>}
      <ul className={styles.list}>
        {agents.map((agent) => {
          const { id, state: agentState, reason } = agent;
          return (
            <li key={id} className={styles.agent}>
              <AgentGlyph agentId={id} size={28} />
              <div className={styles.about}>
                <p className={styles.name}>
                  {id}{" "}
                  <Badge tone={agentState === "available" ? "done" : "quiet"}>{labels[agentState]}</Badge>
                </p>
                <p className={styles.hint}>
                  {[agentDescription(agent), agentFacts(agent)].filter(Boolean).join(" · ")}
                </p>
                {reason !== undefined && <p className={styles.hint}>{reason}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
