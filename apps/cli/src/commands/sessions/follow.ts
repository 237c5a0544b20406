import type { Client, SessionHandle } from "@polylog/client";
import { exitCodes } from "../../exit-codes.ts";
import type { Output } from "../../output.ts";
import { EventPrinter } from "../../show/event-printer.ts";
import { LogPrinter } from "../../show/log-printer.ts";
import { onStopSignal } from "../../stop-signals.ts";

/** Prints new events of a session until it receives a stop signal. */
export async function followSession(client: Client, sessionId: string, output: Output): Promise<number> {
  const ended = Promise.withResolvers<number>();
  const stopListening = onStopSignal(() => ended.resolve(exitCodes.interrupted));
  const handle = client.session(sessionId);
  const show = output.json ? eventPrinter(client, handle, output) : linePrinter(handle, output);
  let isAway = false;
  const look = () => {
    const { state, error } = handle;
    if (state === "denied") ended.reject(error);
    if (state === "offline" && !isAway) output.remark("Cannot reach the server. Retrying …");
    if (state === "live" && isAway) output.remark("Reconnected.");
    isAway = state === "offline" || (isAway && state !== "live");
    Promise.resolve(show()).catch(ended.reject);
  };
  handle.subscribe(look);
  try {
    return await ended.promise;
  } finally {
    stopListening();
    client.close();
  }
}

function linePrinter(handle: SessionHandle, output: Output): () => void {
  const printer = new LogPrinter((line) => output.line(line));
  return () => printer.showNew(handle.conversation);
}

function eventPrinter(client: Client, handle: SessionHandle, output: Output): () => Promise<void> {
  const printer = new EventPrinter(client, handle, (line) => output.jsonLines(`${line}\n`));
  return () => printer.showNew();
}
