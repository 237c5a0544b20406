import { setImmediate as nextTurn } from "node:timers/promises";
import { limits } from "../../limits.ts";
import type { Append } from "../../store/store.ts";

type Stamped = Append["events"][number];

/** Batches of events, limited in size and time. Other work gets a turn before and after each batch is written. */
export async function* inSlices(
  events: Iterable<Stamped> | AsyncIterable<Stamped>,
): AsyncGenerator<readonly Stamped[]> {
  let batch: Stamped[] = [];
  let chars = 0;
  let began = performance.now();
  for await (const event of events) {
    batch.push(event);
    chars += event.line.length;
    const isFull = batch.length >= limits.slice.events || chars >= limits.slice.chars;
    if (isFull || performance.now() - began >= limits.slice.ms) {
      // Writing a batch takes as long as creating it.
      await nextTurn();
      yield batch;
      batch = [];
      chars = 0;
      await nextTurn();
      began = performance.now();
    }
  }
  if (batch.length > 0) yield batch;
}
