import type { Conversation, Place, Run } from "../conversation/conversation.ts";
import type { Entry } from "../conversation/entry.ts";
import { entryAt } from "../conversation/lanes.ts";
import { runPath } from "./run-tree.ts";

/** An open ask, for the inbox. */
export interface PendingAsk {
  readonly askId: string;
  readonly entry: AskEntry;
  readonly place: Place;
  /** The asking agent's path: the session's own run first, then each subagent's down to the one that asks. */
  readonly path: readonly Run[];
}

export type AskEntry = Extract<Entry, { readonly askId: string }>;

/** All open asks, oldest first, at any depth of subagents. */
export function pendingAsks(conversation: Conversation): PendingAsk[] {
  return [...conversation.pendingAsks]
    .map(([askId, place]) => {
      const entry = entryAt(conversation, place) as AskEntry;
      return { askId, entry, place, path: entry.runId === null ? [] : runPath(conversation, entry.runId) };
    })
    .sort((a, b) => a.entry.seq - b.entry.seq);
}
