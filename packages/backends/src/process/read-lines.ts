import type { Readable } from "node:stream";
import { BoundedQueue } from "./bounded-queue.ts";
import { limits } from "./limits.ts";
import type { Line } from "./split-lines.ts";
import { LineSplitter } from "./split-lines.ts";

/**
 * The lines of a program's pipe, for one reader. While too much waits for the reader the pipe is not read, which
 * stops the program; what comes after the reader has left is thrown away. Ends when the pipe does, or, once the
 * program has exited, when nothing comes any more: somebody else may hold the pipe open.
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
  const tell = (lines: readonly Line[]) => {
    for (const line of lines) void queue.push({ ...line, text: clean(line.text) });
  };
  let lastHeard = 0;
  pipe.on("data", (chunk: Buffer) => {
    lastHeard = performance.now();
    tell(splitter.push(chunk));
    free(chunk);
    if (!queue.isFull) return;
    pipe.pause();
    void queue.room().then(() => pipe.resume());
  });
  pipe.on("close", () => {
    tell(splitter.end());
    queue.end();
  });
  const giveUpWhenSilent = () => {
    if (pipe.closed) return;
    if (!pipe.isPaused() && performance.now() - lastHeard >= limits.drainMs) pipe.destroy();
    else setTimeout(giveUpWhenSilent, limits.drainMs).unref();
  };
  void exited.then(() => {
    lastHeard = performance.now();
    giveUpWhenSilent();
  });
  return queue;
}

/**
 * Gives a chunk's memory back at once. An endless line is read much faster than garbage is collected: what was read
 * and thrown away would grow to a hundred megabytes first.
 */
function free(chunk: Buffer): void {
  const { buffer } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
}
