import { expect } from "vitest";
import type { Conversation, Entry, Lane } from "../../src/index.ts";
import { toSnapshot } from "../../src/index.ts";

/** Fails unless both conversations have the same content. */
export function expectSame(actual: Conversation, expected: Conversation): void {
  expectWritten(actual, written(expected));
}

/** Fails unless the conversation has the expected content. Compares strings, because comparing trees takes far longer. */
export function expectWritten(actual: Conversation, expected: string): void {
  const found = written(actual);
  if (found !== expected) expect(JSON.parse(found)).toEqual(JSON.parse(expected));
}

/** The whole content of a conversation: its snapshot, and the indexes that are rebuilt from one. */
export function written(conversation: Conversation): string {
  const { asks, pendingAsks, liveRuns, seen } = conversation;
  const indexes = [asks, pendingAsks, liveRuns, seen].map((index) => [...index].map(([key]) => key).sort());
  return JSON.stringify({ snapshot: toSnapshot(conversation), indexes });
}

export function lanesOf({ main, lanes }: Conversation): Lane[] {
  return [main, ...lanes];
}

export function allEntries(conversation: Conversation): Entry[] {
  return lanesOf(conversation).flatMap((lane) => [...lane.entries]);
}

/** The entries of each lane that differ from before, including new ones. */
export function changedEntries(before: Conversation, after: Conversation): Entry[] {
  const old = lanesOf(before).map((lane) => [...lane.entries]);
  return lanesOf(after).flatMap((lane, at) =>
    [...lane.entries].filter((entry, pos) => entry !== old[at]?.[pos]),
  );
}
