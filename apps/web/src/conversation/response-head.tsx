import { type Entry, findRun } from "@polylog/core";
import { useSessionPart } from "../data/client.ts";
import { AgentGlyph } from "../ui/agent-glyph.tsx";
import { EntryTime } from "./entry-time.tsx";
import styles from "./response-head.module.css";
import { useScope } from "./session-scope.ts";

/** Who speaks from here on. */
export function ResponseHead({ entry }: { readonly entry: Entry }) {
  const model = useSessionPart(useScope(), ({ conversation }) =>
    entry.runId === null ? null : (findRun(conversation, entry.runId)?.model ?? null),
  );
  if (entry.agentId === null) return null;
  return (
    <header className={styles.head}>
      <AgentGlyph agentId={entry.agentId} />
      <h2 className={styles.name}>{entry.agentId}</h2>
      {model !== null && <span>{model}</span>}
      <EntryTime entry={entry} className={styles.time} />
    </header>
  );
}
