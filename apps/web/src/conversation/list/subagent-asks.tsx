import { type AskEntry, MAIN, pendingAsks } from "@polylog/core";
import { useRef } from "react";
import { useSessionPart } from "../../data/client.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import { EntryView } from "../entries/entry-view.tsx";
import styles from "./subagent-asks.module.css";

/** The open asks of subagents at any depth, at the end of the conversation where they are visible. */
export function SubagentAsks() {
  const asks = useSubagentAsks();
  if (asks.length === 0) return null;
  return (
    <div className={styles.asks}>
      {asks.map((entry) => (
        <EntryView key={entry.key} entry={entry} />
      ))}
    </div>
  );
}

function useSubagentAsks(): readonly AskEntry[] {
  const found = useRef<{ readonly of: unknown; readonly asks: readonly AskEntry[] } | null>(null);
  return useSessionPart(useSessionContext(), ({ conversation }) => {
    const of = conversation.pendingAsks;
    if (found.current?.of === of) return found.current.asks;
    const below = pendingAsks(conversation).filter(({ place }) => place.lane !== MAIN);
    found.current = { of, asks: below.map(({ entry }) => entry) };
    return found.current.asks;
  });
}
