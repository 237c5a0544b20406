import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Frame } from "../write-response/frame.ts";

/** Sends an answer piece by piece, until it ends, is cut, or nobody listens any more. */
export async function sendFrames(
  response: ServerResponse,
  frames: Iterable<Frame>,
  gone: AbortSignal,
): Promise<void> {
  for (const frame of frames) {
    if (gone.aborted) return;
    if (frame.kind === "cut") {
      await flushed(response);
      response.destroy();
      return;
    }
    if (frame.kind === "wait") await sleep(frame.ms, gone);
    else if (!response.write(frame.text)) await drained(response, gone);
  }
  if (!gone.aborted) response.end();
}

/** Waits, but not for somebody who has left. */
export async function sleep(ms: number, gone: AbortSignal): Promise<void> {
  // It rejects only when the client has left.
  await pause(ms, undefined, { signal: gone }).catch(() => {});
}

/** All that was written has left: a connection that is cut before loses what the client was to see. */
async function flushed(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => response.write("", () => resolve()));
}

async function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  // It rejects only when the client has left or the connection broke; the next write sees that.
  await once(response, "drain", { signal: gone }).catch(() => {});
}
