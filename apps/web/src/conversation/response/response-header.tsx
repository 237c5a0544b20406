import { type Entry, findRun } from "@polylog/core";
import { useSessionPart } from "../../data/client.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import { AgentGlyph } from "../../ui/agent-glyph.tsx";
import { EntryTime } from "../entries/entry-time.tsx";
import type { FinishedResponse } from "../list/conversation-rows.ts";
import styles from "./response-header.module.css";
import { ResponseSummary } from "./response-summary.tsx";

interface ResponseHeaderProps {
  readonly entry: Entry;
  /** Null while the response is active, and inside a subagent's lane. */
  readonly response: FinishedResponse | null;
  readonly onToggle: ((response: FinishedResponse) => void) | undefined;
}

/** The agent's name, and the summary of its response when it is finished. */
export function ResponseHeader({ entry, response, onToggle }: ResponseHeaderProps) {
  const model = useSessionPart(useSessionContext(), ({ conversation }) =>
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
        <ResponseSummary runId={entry.runId} response={response} onToggle={onToggle} />
      )}
    </>
  );
}
