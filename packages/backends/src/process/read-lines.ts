import type { Readable } from "node:stream";
import { BoundedQueue } from "./bounded-queue.ts";
import { limits } from "./limits.ts";
import { readPipe } from "./read-pipe.ts";
import { type Line, LineSplitter } from "./split-lines.ts";

/**
 * The lines of a program's pipe, for one reader. If too much is unread, the pipe is not read, which blocks the program.
 * Output after the reader has left is discarded.
 */
export function readLines(
  pipe: Readable,
  exited: Promise<unknown>,
  clean: (text: string) => string,
): AsyncIterable<Line> {
  const splitter = new LineSplitter();
  const queue = new BoundedQueue<Line>(
    limits.pendingBytes,
    ({ bytes }) => Math.min(bytes, limits.lineBytes) + 1,
  );
  const deliver = (lines: readonly Line[]) => {
    for (const line of lines) {
      const text = clean(line.text);
      void queue.push(text === line.text ? line : { ...line, text });
    }
  };
  const take = (chunk: Buffer) => {
    deliver(splitter.push(chunk));
    return queue.isFull ? queue.room() : undefined;
  };
  void readPipe(pipe, exited, take).then(() => {
    deliver(splitter.end());
    queue.end();
  });
  return queue;
}
