import { type RunNode, runTree } from "@polylog/core";
import { CircleStop } from "lucide-react";
import { RunDuration } from "../cards/blocks/subagent/run-duration.tsx";
import { useSessionPart } from "../data/client.ts";
import { cancelRun, useIsCancelling } from "../data/session/cancel-run.ts";
import { useSessionContext } from "../data/session/session-context.ts";
import { useSubagentCapabilities } from "../data/session/use-subagent-capabilities.ts";
import { AgentGlyph } from "../ui/agent-glyph.tsx";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";
import styles from "./panel.module.css";

const deepest = 3;

/** The runs, each above its subagents' runs. */
export function SubagentsTab() {
  const handle = useSessionContext();
  const runs = useSessionPart(handle, ({ conversation }) => conversation.runs);
  const nodes = runs.length === 0 ? [] : runTree(handle.conversation);
  if (!nodes.some(({ depth }) => depth > 0))
    return <p className={styles.none}>No subagents in this session yet</p>;
  return (
    <ul className={styles.runs}>
      {nodes.map((node) => (
        <RunRow key={node.run.runId} node={node} />
      ))}
    </ul>
  );
}

const tones = { completed: "done", failed: "failed", cancelled: "waiting", interrupted: "waiting" } as const;

function RunRow({ node: { run, depth } }: { readonly node: RunNode }) {
  const isCancelling = useIsCancelling(run.runId);
  const { canStop } = useSubagentCapabilities(run.runId);
  return (
    <li className={styles.run} data-depth={Math.min(depth, deepest)}>
      <div className={styles.runHead}>
        <AgentGlyph agentId={run.agentId} size={14} />
        {run.agentId}
        <Badge tone={run.outcome === null ? "live" : tones[run.outcome]}>
          {isCancelling && run.outcome === null ? "cancelling" : (run.outcome ?? "working")}
        </Badge>
        <span className={styles.runEnd}>
          <RunDuration run={run} className={styles.faint} />
          {run.outcome === null && (depth === 0 || canStop) && (
            <IconButton label="Stop" disabled={isCancelling} onClick={() => void cancelRun(run.runId)}>
              <CircleStop size={14} />
            </IconButton>
          )}
        </span>
      </div>
      {run.task !== null && <p className={styles.task}>{run.task}</p>}
    </li>
  );
}
