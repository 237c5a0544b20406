import { findRun, requestLines, responseSummary, responseSummaryText } from "@polylog/core";
import { ChevronRight } from "lucide-react";
import { useMemo } from "react";
import { useSessionPart } from "../data/client.ts";
import styles from "./response-summary.module.css";
import { useScope } from "./session-scope.ts";
import type { FinishedResponse } from "./talk-rows.ts";

interface ResponseSummaryProps {
  readonly runId: string;
  readonly response: FinishedResponse;
  readonly onToggle: ((response: FinishedResponse) => void) | undefined;
}

/** What a finished response came to; it opens and closes the response's steps. */
export function ResponseSummary({ runId, response, onToggle }: ResponseSummaryProps) {
  const handle = useScope();
  const run = useSessionPart(handle, ({ conversation }) => findRun(conversation, runId));
  const usage = useSessionPart(handle, ({ conversation }) => conversation.usage);
  const entries = useSessionPart(handle, ({ conversation }) => conversation.main.entries.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the summary is made of, besides settled entries.
  const { text, requests } = useMemo(() => {
    const { conversation } = handle;
    const summary = responseSummary(conversation, conversation.main, response.from);
    return {
      text: summary === null ? "" : responseSummaryText(summary),
      requests: response.isAskedFor ? requestLines(conversation, conversation.main, response.from) : [],
    };
  }, [handle, response, run, usage, entries]);
  if (response.isOpen === null) return text === "" ? null : <p className={styles.summary}>{text}</p>;
  return (
    <>
      <button
        type="button"
        className={styles.summary}
        aria-expanded={response.isOpen}
        onClick={() => onToggle?.(response)}
      >
        <ChevronRight size={13} className={styles.chevron} data-open={response.isOpen} />
        {text === "" ? "Steps" : text}
      </button>
      {requests.length > 0 && (
        <ul className={styles.requests} aria-label="Model requests">
          {requests.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}
