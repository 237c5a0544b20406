import { type Client, ClientError, type SessionHandle } from "@polylog/client";
import { serializeEvent } from "@polylog/core";
import { exitCodes } from "../exit-codes.ts";
import type { Output } from "../output.ts";
import { LogPrinter } from "../show/log-printer.ts";
import { onStopSignal } from "../stop-signals.ts";

/** Prints what happens in a session until it is told to stop. */
export async function followSession(client: Client, sessionId: string, output: Output): Promise<number> {
  const ended = Promise.withResolvers<number>();
  const letGo = onStopSignal(() => ended.resolve(exitCodes.interrupted));
  const handle = client.session(sessionId);
  const show = output.json ? eventPrinter(client, handle, output) : linePrinter(handle, output);
  let isAway = false;
  const look = () => {
    const { state, error } = handle;
    if (state === "denied") ended.reject(error);
    if (state === "offline" && !isAway) output.remark("The server cannot be reached; trying again.");
    if (state === "live" && isAway) output.remark("Connected again.");
    isAway = state === "offline" || (isAway && state !== "live");
    Promise.resolve(show()).catch(ended.reject);
  };
  handle.subscribe(look);
  try {
    return await ended.promise;
  } finally {
    letGo();
    client.close();
  }
}

function linePrinter(handle: SessionHandle, output: Output): () => void {
  const printer = new LogPrinter((line) => output.line(line));
  return () => printer.showNew(handle.conversation);
}

/** The log's own events, each once: the handle says that there are more, the log is asked which. */
function eventPrinter(client: Client, handle: SessionHandle, output: Output): () => Promise<void> {
  let after = 0;
  let rev = 0;
  let isReading = false;
  const readOn = async (): Promise<void> => {
    for (;;) {
      const { conversation, state } = handle;
      // A log that was cut back is told from its beginning.
      if (conversation.rev !== rev || conversation.seq < after) after = 0;
      rev = conversation.rev;
      if (state !== "live" || conversation.seq <= after) return;
      const { events } = await client.events(handle.sessionId, after);
      for (const event of events) output.text(`${serializeEvent(event)}\n`);
      after = events.at(-1)?.seq ?? conversation.seq;
    }
  };
  return async () => {
    if (isReading) return;
    isReading = true;
    try {
      await readOn();
    } catch (error) {
      // What could not be read now is read once the connection is back.
      if (!(error instanceof ClientError && error.retryable)) throw error;
    } finally {
      isReading = false;
    }
  };
}
