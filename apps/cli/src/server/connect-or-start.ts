import type { Client } from "@polylog/client";
import type { RunningServer } from "@polylog/server";
import type { Context } from "../context.ts";
import { connectTo, findOrNone } from "./find-server.ts";
import { untilFree } from "./retry-while-held.ts";
import { becomeGuest } from "./server-users.ts";

/** A server that a command works with. */
export interface Place {
  readonly client: Client;
  /** The server, if it was started for this. */
  readonly own: RunningServer | null;
  /** To be called when the server is not needed any more. */
  readonly leave: () => void;
}

/** The server that runs, or one that is started for the time of the work. */
export async function withServer<T>(context: Context, work: (client: Client) => Promise<T>): Promise<T> {
  const { client, own, leave } = await untilFree(() => choosePlace(context));
  try {
    return await work(client);
  } finally {
    client.close();
    leave();
    if (own !== null) await closeOwn(own, context);
  }
}

export async function choosePlace(context: Context): Promise<Place> {
  const leave = becomeGuest(context.home);
  const found = await findOrNone(context);
  if (found !== null) return { client: found.client, own: null, leave };
  const { startOwnServer } = await import("./temporary-server.ts");
  const own = await startOwnServer(context);
  return { client: connectTo(context, own.url), own, leave };
}

/** Ends a server that was started for a command, once nobody needs it. */
export async function closeOwn(own: RunningServer, { home, output }: Context): Promise<void> {
  const { closeWhenIdle } = await import("./temporary-server.ts");
  await closeWhenIdle(own, home, (text) => output.remark(text));
}
