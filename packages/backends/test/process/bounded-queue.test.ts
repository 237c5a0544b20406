import { expect, test } from "vitest";
import { BoundedQueue } from "../../src/process/bounded-queue.ts";

test("a reader gets all values in order, including those from before it started and before the end", async () => {
  const queue = new BoundedQueue<number>(10);
  void queue.push(1);
  void queue.push(2);
  const read: number[] = [];
  const reading = (async () => {
    for await (const value of queue) {
      read.push(value);
      if (value === 2) void queue.push(3);
      if (value === 3) queueMicrotask(() => void queue.push(4));
      if (value === 4) {
        void queue.push(5);
        queue.end();
        void queue.push(6);
      }
    }
  })();
  await reading;
  expect(read).toEqual([1, 2, 3, 4, 5]);
});

test("a writer waits when the queue is full, and continues when it is read", async () => {
  const queue = new BoundedQueue<number>(2);
  await queue.push(1);
  const seen: string[] = [];
  const pushed = queue.push(2).then(() => seen.push("pushed"));
  await new Promise(setImmediate);
  expect(seen).toEqual([]);
  const reader = queue[Symbol.asyncIterator]();
  expect(await reader.next()).toEqual({ done: false, value: 1 });
  await pushed;
  expect(seen).toEqual(["pushed"]);
});

test("a writer is not blocked after the reader left or the queue ended", async () => {
  const left = new BoundedQueue<number>(1);
  void left.push(1);
  for await (const _ of left) break;
  await left.push(2);
  const ended = new BoundedQueue<number>(1);
  const pushed = ended.push(1);
  ended.end();
  await pushed;
});
