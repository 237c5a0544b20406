import {
  type Conversation,
  emptyConversation,
  fold,
  foldAll,
  type KnownEvent,
  type PolylogEvent,
} from "@polylog/core";
import type { Benchmark, Finding } from "../benchmark.ts";
import { interleave, measured, processorTime, ratio, warmUp } from "../measure.ts";
import { codingSession } from "../workload/coding-session.ts";
import { endlessMessage } from "../workload/endless-message.ts";
import { received } from "../workload/lines.ts";

const SHORT = 1_000;
const LONG = 100_000;
/** The number of events that are timed at both lengths. */
const TIMED = 10_000;

/** Goal 2: the cost of an event does not depend on the length of its history. */
export const foldGrowth: Benchmark = {
  about: "the cost of one more event after 100,000 others",
  run: async () => [
    await growth("many turns", codingSession),
    await growth("one endless message", endlessMessage),
  ],
};

async function growth(name: string, write: (length: number, seed: number) => KnownEvent[]): Promise<Finding> {
  const logOf = (length: number, seed: number) => received(write(length, seed).slice(0, length));
  // Ten short logs against the last tenth of a long one: as many events, of the same kinds.
  const short = Array.from({ length: TIMED / SHORT }, (_, index) => logOf(SHORT, 10 + index));
  const long = logOf(LONG, 1);
  const before = long.slice(0, -TIMED);
  const after = long.slice(-TIMED);
  const other = logOf(TIMED, 2);
  await warmUp(() => costOf(emptyConversation, other));
  const samples = await interleave(15, {
    // This also folds the long history and discards it, so that caches and the heap are the same for both.
    short: () => {
      foldAll(emptyConversation, before);
      return short.reduce((sum, log) => sum + costOf(emptyConversation, log), 0);
    },
    long: () => costOf(foldAll(emptyConversation, before), after),
  });
  const perEvent = (spent: readonly number[]) => spent.map((ms) => (ms / TIMED) * 1e6);
  return {
    name: `${name}: at 100k / at 1k`,
    ratio: ratio(samples.long, samples.short),
    goal: { atMost: 3 },
    measured: [
      measured("at 100k", perEvent(samples.long), "ns/event"),
      measured("at 1k", perEvent(samples.short), "ns/event"),
    ],
  };
}

/** Milliseconds to fold more events into a conversation, one at a time. */
function costOf(start: Conversation, events: readonly PolylogEvent[]): number {
  let conversation = start;
  const begun = processorTime();
  for (const event of events) conversation = fold(conversation, event);
  const spent = processorTime() - begun;
  if (conversation.seq !== events.at(-1)?.seq) throw new Error(`folded only up to ${conversation.seq}`);
  return spent;
}
