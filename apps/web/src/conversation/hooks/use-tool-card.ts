import type { Conversation, Lane, ToolCallEntry, ToolCard } from "@polylog/core";
import { findRun, laneAt, toolCard } from "@polylog/core";
import { useRef } from "react";
import { useSessionPart } from "../../data/client.ts";
import { useSessionContext } from "../../data/session/session-context.ts";

/**
 * The card of a call. It depends on the call, its subagents, its asks and their answers, and is rebuilt only when one
 * of them changes, not on every delta elsewhere.
 */
export function useToolCard(call: ToolCallEntry): ToolCard {
  const made = useRef<{ readonly of: readonly unknown[]; readonly card: ToolCard } | null>(null);
  return useSessionPart(useSessionContext(), ({ conversation }) => {
    const of = [
      ...[call, conversation.pendingAsks, conversation.seen, ...lanesBelow(call, conversation)],
      // Another agent's run for a call is not below the call and may start after the call has settled.
      ...(call.toolName === "agents_message" ? [conversation.lanes, conversation.liveRuns] : []),
    ];
    const before = made.current;
    if (before !== null && isSame(before.of, of)) return before.card;
    const card = toolCard(call, conversation);
    made.current = { of, card };
    return card;
  });
}

function lanesBelow(call: ToolCallEntry, conversation: Conversation): readonly unknown[] {
  const parts: unknown[] = [];
  for (const runId of call.childRunIds) {
    const run = findRun(conversation, runId);
    if (run !== undefined) parts.push(run.outcome, laneOf(conversation, run.lane));
  }
  return parts;
}

function laneOf(conversation: Conversation, lane: number): Lane["entries"] {
  return laneAt(conversation, lane).entries;
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
