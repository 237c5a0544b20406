import { type Conversation, type Entry, findRun, laneAt } from "@polylog/core";

/** What a run said last: its words after its last call, or the last words before it where it said nothing more. */
export function answerOf(conversation: Conversation, runId: string): string {
  const run = findRun(conversation, runId);
  if (run === undefined) return "";
  let words: string[] = [];
  let isOver = false;
  for (const entry of laneAt(conversation, run.lane).entries) {
    if (entry.runId !== runId) continue;
    if (entry.kind === "tool_call") isOver = true;
    if (!isSpeech(entry)) continue;
    words = isOver ? [entry.body.toString()] : [...words, entry.body.toString()];
    isOver = false;
  }
  return words.join("\n\n");
}

type Speech = Extract<Entry, { readonly kind: "message"; readonly role: "assistant" }>;

function isSpeech(entry: Entry): entry is Speech {
  return entry.kind === "message" && entry.role === "assistant" && entry.body.length > 0;
}
