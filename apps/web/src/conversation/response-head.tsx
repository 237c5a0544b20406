import { type Entry, findRun } from "@polylog/core";
import { type FunctionComponent, useEffect } from "react";
import { useSessionPart } from "../data/client.ts";
import { createStore, useStore } from "../data/store.ts";
import { loadPart } from "../offline/load-part.ts";
import { AgentGlyph } from "../ui/agent-glyph.tsx";
import { whenIdle } from "../ui/when-idle.ts";
import { EntryTime } from "./entry-time.tsx";
import styles from "./response-head.module.css";
import type { ResponseSummaryProps } from "./response-summary.tsx";
import { useScope } from "./session-scope.ts";
import type { FinishedResponse } from "./talk-rows.ts";

/** What draws summaries. It is fetched once the page has nothing else to do: reading comes first. */
const summaryPart = createStore<{ readonly Summary: FunctionComponent<ResponseSummaryProps> } | null>(null);

function loadAhead(): void {
  if (summaryPart.get() === null)
    loadPart(() => import("./response-summary.tsx")).then(
      ({ ResponseSummary }) => summaryPart.set({ Summary: ResponseSummary }),
      // The page is older than the server: responses stay open.
      () => undefined,
    );
}

interface ResponseHeadProps {
  readonly entry: Entry;
  /** Null while the response goes on, and inside another talk. */
  readonly response: FinishedResponse | null;
  readonly onToggle: ((response: FinishedResponse) => void) | undefined;
}

/** Who speaks from here on, and what the response came to once it is finished. */
export function ResponseHead({ entry, response, onToggle }: ResponseHeadProps) {
  const model = useSessionPart(useScope(), ({ conversation }) =>
    entry.runId === null ? null : (findRun(conversation, entry.runId)?.model ?? null),
  );
  if (entry.agentId === null) return null;
  return (
    <>
      <header className={styles.head}>
        <AgentGlyph agentId={entry.agentId} />
        <h2 className={styles.name}>{entry.agentId}</h2>
        {model !== null && <span>{model}</span>}
        <EntryTime entry={entry} className={styles.time} />
      </header>
      {response !== null && entry.runId !== null && (
        <SummaryOf runId={entry.runId} response={response} onToggle={onToggle} />
      )}
    </>
  );
}

function SummaryOf(props: ResponseSummaryProps) {
  const part = useStore(summaryPart);
  useEffect(() => whenIdle(loadAhead), []);
  if (part !== null) return <part.Summary {...props} />;
  return <div className={styles.coming} data-coming hidden={props.response.isOpen === null} />;
}
