import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Frame } from "../write-response/frame.ts";

/** Sends an answer piece by piece, until it ends, is cut off, or the client disconnects. */
export async function sendFrames(
  response: ServerResponse,
  frames: Iterable<Frame>,
  gone: AbortSignal,
): Promise<void> {
  for (const frame of frames) {
    if (gone.aborted) return;
    if (frame.kind === "cut") {
      // A connection that closes before all data is sent would lose data.
      await new Promise<void>((resolve) => response.write("", () => resolve()));
      response.destroy();
      return;
    }
    if (frame.kind === "wait") await sleep(frame.ms, gone);
    else if (!response.write(frame.text)) await drained(response, gone);
  }
  if (!gone.aborted) response.end();
}

/** Sleeps until the time is over or the client disconnects. */
export async function sleep(ms: number, gone: AbortSignal): Promise<void> {
  // It rejects only when the client has disconnected.
  await pause(ms, undefined, { signal: gone }).catch(() => {});
}

async function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  // It rejects only when the client disconnected or the connection broke. The next write detects both.
  await once(response, "drain", { signal: gone }).catch(() => {});
}
