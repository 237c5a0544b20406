import type { Tone } from "@polylog/core";
import { findRun } from "@polylog/core";
import { CircleStop, Maximize2, Minimize2 } from "lucide-react";
import { Suspense } from "react";
import { useSessionPart } from "../../../data/client.ts";
import { cancelRun, useIsCancelling } from "../../../data/session/cancel-run.ts";
import { useSessionContext } from "../../../data/session/session-context.ts";
import { useSubagentCapabilities } from "../../../data/session/use-subagent-capabilities.ts";
import { plural } from "../../../format/format.ts";
import { Markdown } from "../../../markdown/markdown.tsx";
import { lazyPart } from "../../../offline/load-part.ts";
import { Button } from "../../../ui/button.tsx";
import { useExpanded } from "../../use-expanded.ts";
import type { BlockProps } from "../block-view.tsx";
import { RunDuration } from "./run-duration.tsx";
import { useSubagentLane } from "./subagent-lane-context.ts";
import styles from "./subagent-window.module.css";

const SubagentField = lazyPart(async () => (await import("./subagent-field.tsx")).SubagentField);

/** A task this short is shown in the header instead. */
const lineChars = 90;

/** A small preview of a subagent's work that opens to the full lane. */
export function SubagentWindow({ block }: BlockProps<"subagent">) {
  const { childRunId, prompt, recent, toolCount, startedTs, endedTs, result } = block;
  const run = useSessionPart(useSessionContext(), ({ conversation }) => findRun(conversation, childRunId));
  const [chosen, setOpen] = useExpanded(`subagent/${childRunId}`);
  const isOpen = chosen === true;
  const isCancelling = useIsCancelling(childRunId);
  const SubagentLane = useSubagentLane();
  const { canStop, canMessage } = useSubagentCapabilities(childRunId);
  return (
    <article className={styles.window} aria-label={`Subagent${run === undefined ? "" : ` ${run.agentId}`}`}>
      {prompt !== null && (isOpen || prompt.length > lineChars) && <p className={styles.prompt}>{prompt}</p>}
      {isOpen ? (
        <div className={styles.lane}>
          <SubagentLane runId={childRunId} />
        </div>
      ) : (
        recent.length > 0 && (
          <ul className={styles.recent}>
            {recent.map(({ tone, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of last calls is replaced as a whole.
              <li key={index} className={styles.call} data-tone={tone satisfies Tone}>
                {text}
              </li>
            ))}
          </ul>
        )
      )}
      {!isOpen && result !== null && result !== "" && <Markdown text={result} className={styles.result} />}
      <Suspense>{isOpen && endedTs === null && canMessage && <SubagentField runId={childRunId} />}</Suspense>
      <footer className={styles.footer}>
        <span>{plural(toolCount, "tool call")}</span>
        <span aria-hidden="true">·</span>
        <RunDuration run={{ runId: childRunId, startedTs, endedTs }} />
        {run?.outcome !== undefined && run.outcome !== null && run.outcome !== "completed" && (
          <span className={styles.outcome}>{run.outcome}</span>
        )}
        <span className={styles.space} />
        {endedTs === null && canStop && (
          <Button
            look="ghost"
            size="small"
            disabled={isCancelling}
            onClick={() => void cancelRun(childRunId)}
          >
            <CircleStop size={13} />
            {isCancelling ? "Cancelling…" : "Stop"}
          </Button>
        )}
        <Button look="ghost" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <Minimize2 size={13} /> : <Maximize2 size={13} />}
          {isOpen ? "Close" : "Open"}
        </Button>
      </footer>
    </article>
  );
}
