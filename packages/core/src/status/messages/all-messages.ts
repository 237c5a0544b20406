import { defineMessages, type StatusMessage } from "../message.ts";
import { stateMessages } from "./state-messages.ts";
import { timedMessages } from "./timed-messages.ts";
import { toolMessages } from "./tool-messages.ts";

/** Every status message. To add one, add a line to its list in one of the three tables. */
export const statusMessages: readonly StatusMessage[] = [
  ...entries({ ...stateMessages, ...toolMessages }).flatMap(([category, texts]) =>
    defineMessages(category, null, texts),
  ),
  ...entries(timedMessages).flatMap(([when, texts]) =>
    entries(texts).flatMap(([category, byTier]) => defineMessages(category, when, byTier)),
  ),
];

function entries<K extends string, V>(table: Readonly<Partial<Record<K, V>>>): [K, V][] {
  return Object.entries(table) as [K, V][];
}
