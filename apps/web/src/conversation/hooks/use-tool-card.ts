import type { Conversation, Lane, ToolCallEntry, ToolCard } from "@polylog/core";
import { findRun, laneAt, toolCard } from "@polylog/core";
import { useRef } from "react";
import { useSessionPart } from "../../data/client.ts";
import { useSessionContext } from "../../data/session/session-context.ts";

/**
 * The card of a call. It depends on the call, on the subagents below it and on what was asked and answered; it is made
 * anew only when one of them changed, not with every word that streams elsewhere.
 */
export function useToolCard(call: ToolCallEntry): ToolCard {
  const made = useRef<{ readonly of: readonly unknown[]; readonly card: ToolCard } | null>(null);
  return useSessionPart(useSessionContext(), ({ conversation }) => {
    const of = [
      ...[call, conversation.pendingAsks, conversation.seen, ...lanesBelow(call, conversation)],
      // What another agent does for a call is not below it: it may begin after the call has settled.
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
