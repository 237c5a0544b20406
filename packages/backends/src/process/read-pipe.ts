import type { Readable } from "node:stream";
import { limits } from "./limits.ts";

/**
 * Receives a chunk of output. While the returned promise is pending, the pipe is not read, which blocks the program.
 */
export type TakeChunk = (chunk: Buffer) => Promise<void> | undefined;

/**
 * Reads a program's pipe. Resolves when the pipe ends or, after the program has exited, when the pipe is silent:
 * another process may hold it open.
 */
export function readPipe(pipe: Readable, exited: Promise<unknown>, take: TakeChunk): Promise<void> {
  let lastHeard = 0;
  pipe.on("data", (chunk: Buffer) => {
    lastHeard = performance.now();
    const full = take(chunk);
    free(chunk);
    if (full === undefined) return;
    pipe.pause();
    void full.then(() => pipe.resume());
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
  return new Promise((resolve) => pipe.on("close", resolve));
}

/**
 * Releases a chunk's memory at once. Endless output arrives faster than garbage is collected, and would grow to a
 * hundred megabytes. Small chunks are skipped: they do not add up, and releasing one costs more than splitting it.
 */
function free(chunk: Buffer): void {
  if (chunk.byteLength < limits.freedBytes) return;
  const { buffer } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
}
