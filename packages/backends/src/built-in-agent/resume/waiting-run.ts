import type { Conversation, Entry, EntryKinds, Prompt, Run, ToolCallEntry } from "@polylog/core";
import { entryAt, findRun, laneAt, promptText } from "@polylog/core";

export type AskEntry = EntryKinds["permission"] | EntryKinds["question"] | EntryKinds["plan"];

/** A run that waits for a person, as read from the log. Another process asked, and this one continues. */
export interface WaitingRun {
  readonly run: Run;
  /** All entries of its lane. */
  readonly entries: readonly Entry[];
  /** The response whose calls are not all finished, and the index of its first entry. */
  readonly responseId: string | null;
  readonly start: number;
  readonly calls: readonly ToolCallEntry[];
  /** Open asks by call: those of the run itself, and calls whose subagents have asked. */
  readonly asks: ReadonlyMap<string, AskEntry>;
  readonly children: ReadonlyMap<string, WaitingRun>;
}

/** Null if the run is not waiting for anything. */
export function waitingRun(
  conversation: Conversation,
  runId: string,
  askIds: readonly string[],
): WaitingRun | null {
  const run = findRun(conversation, runId);
  if (run === undefined) return null;
  const asks = new Map<string, AskEntry>();
  const below = new Map<string, string[]>();
  for (const askId of askIds) {
    const ask = findAsk(conversation, askId);
    if (ask === null || ask.callId === null || ask.runId === null) continue;
    if (ask.runId === runId) asks.set(ask.callId, ask);
    const childId = childAbove(conversation, ask.runId, runId);
    if (childId !== null) below.set(childId, [...(below.get(childId) ?? []), askId]);
  }
  const children = new Map<string, WaitingRun>();
  for (const [childId, asked] of below) {
    const child = waitingRun(conversation, childId, asked);
    if (child !== null && child.run.parentCallId !== null) children.set(child.run.parentCallId, child);
  }
  const entries = laneAt(conversation, run.lane).entries.slice();
  const own = entries.filter((entry) => entry.kind === "tool_call" && entry.runId === runId);
  const calls = own as ToolCallEntry[];
  const waits = calls.find(({ callId, live }) => live && (asks.has(callId) || children.has(callId)));
  if (waits === undefined) return null;
  const { responseId } = waits;
  const isOfAnswer = (entry: Entry) =>
    entry.runId === runId && "responseId" in entry && entry.responseId === responseId;
  return {
    ...{ run, entries, responseId, asks, children },
    start: entries.findIndex(isOfAnswer),
    calls: calls.filter(isOfAnswer),
  };
}

export function findAsk(conversation: Conversation, askId: string): AskEntry | null {
  const place = conversation.asks.get(askId);
  const entry = place === undefined ? null : entryAt(conversation, place);
  return entry !== null && "askId" in entry ? entry : null;
}

/** Messages to the run that it has not taken yet. It takes them between two responses. */
export function untakenMessages({ run, entries, start }: WaitingRun): Prompt[] {
  return entries.slice(start).flatMap((entry) => {
    if (entry.kind !== "message" || entry.role !== "user" || entry.runId !== run.runId) return [];
    if (!entry.steered) return [];
    const { body, sender, images } = entry;
    return [{ runId: run.runId, text: promptText({ text: body.toString(), sender }), images }];
  });
}

/** The number of the model's responses in the run. */
export function responsesIn({ run, entries }: WaitingRun): number {
  const answers = entries.flatMap((entry) =>
    entry.runId === run.runId && "responseId" in entry ? [entry.responseId] : [],
  );
  return new Set(answers).size;
}

/** The direct child of `above` that is the given run or an ancestor of it. */
function childAbove(conversation: Conversation, runId: string, above: string): string | null {
  for (let run = findRun(conversation, runId); run !== undefined; ) {
    if (run.parentRunId === above) return run.runId;
    run = run.parentRunId === null ? undefined : findRun(conversation, run.parentRunId);
  }
  return null;
}
