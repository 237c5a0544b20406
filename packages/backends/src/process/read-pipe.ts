import type { Readable } from "node:stream";
import { limits } from "./limits.ts";

/** Takes a chunk of output. While what it returns is pending the pipe is not read, which stops the program. */
export type TakeChunk = (chunk: Buffer) => Promise<void> | undefined;

/**
 * Reads a program's pipe. Resolves when the pipe ends, or, once the program has exited, when nothing comes any more:
 * somebody else may hold the pipe open.
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
 * Gives a chunk's memory back at once. Endless output is read much faster than garbage is collected: what was read
 * and thrown away would grow to a hundred megabytes first. Of small chunks there are never so many, and to give one back
 * costs more than to split it.
 */
function free(chunk: Buffer): void {
  if (chunk.byteLength < limits.freedBytes) return;
  const { buffer } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
}
