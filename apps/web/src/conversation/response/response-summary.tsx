import { findRun, modelRequests, plural, responseSummary, responseSummaryText } from "@polylog/core";
import { ChevronRight } from "lucide-react";
import { useMemo } from "react";
import { useExpanded } from "../../cards/use-expanded.ts";
import { useSessionPart } from "../../data/client.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import type { FinishedResponse } from "../list/conversation-rows.ts";
import { ModelRequests } from "./model-requests.tsx";
import styles from "./response-summary.module.css";

interface ResponseSummaryProps {
  readonly runId: string;
  readonly response: FinishedResponse;
  readonly onToggle: ((response: FinishedResponse) => void) | undefined;
}

/** The summary of a finished response: one button shows its steps, the other its model requests. */
export function ResponseSummary({ runId, response, onToggle }: ResponseSummaryProps) {
  const handle = useSessionContext();
  const run = useSessionPart(handle, ({ conversation }) => findRun(conversation, runId));
  const usage = useSessionPart(handle, ({ conversation }) => conversation.usage);
  const entries = useSessionPart(handle, ({ conversation }) => conversation.main.entries.length);
  const [areRequestsOpen, openRequests] = useExpanded(`requests ${response.key}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the summary also depends on these, in addition to settled entries.
  const { text, told } = useMemo(() => {
    const { conversation } = handle;
    const summary = responseSummary(conversation, conversation.main, response.from);
    return {
      text: summary === null ? "" : responseSummaryText(summary),
      told: modelRequests(conversation, conversation.main, response.from),
    };
  }, [handle, response, run, usage, entries]);
  const steps = text === "" ? "Steps" : text;
  const count = told.requests.length;
  if (response.isOpen === null && text === "" && count === 0) return null;
  return (
    <>
      <div className={styles.line}>
        {response.isOpen !== null ? (
          <button
            type="button"
            className={styles.summary}
            aria-expanded={response.isOpen}
            onClick={() => onToggle?.(response)}
          >
            <ChevronRight size={13} className={styles.chevron} data-open={response.isOpen} />
            {steps}
          </button>
        ) : (
          text !== "" && <p className={styles.summary}>{text}</p>
        )}
        {count + told.totals.length > 0 && (
          <button
            type="button"
            className={styles.summary}
            aria-expanded={areRequestsOpen === true}
            onClick={() => openRequests(areRequestsOpen !== true)}
          >
            <ChevronRight size={13} className={styles.chevron} data-open={areRequestsOpen === true} />
            {count === 0 ? "Usage" : plural(count, "request")}
          </button>
        )}
      </div>
      {areRequestsOpen === true && <ModelRequests {...told} />}
    </>
  );
}
