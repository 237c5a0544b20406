import type { Client } from "@polylog/client";
import type { RunningServer } from "@polylog/server";
import type { Context } from "../context.ts";
import { connectTo, findAnsweringServer } from "./find-server.ts";
import { retryWhileHeld } from "./retry-while-held.ts";
import { registerServerUser } from "./server-users.ts";

/** A server that a command uses. */
export interface ServerConnection {
  readonly client: Client;
  /** The server, if it was started for this. */
  readonly own: RunningServer | null;
  /** Called when the server is no longer needed. */
  readonly leave: () => void;
}

/** Uses the running server, or starts one until the work is done. */
export async function withServer<T>(context: Context, work: (client: Client) => Promise<T>): Promise<T> {
  const { client, own, leave } = await retryWhileHeld(() => connectOrStart(context));
  try {
    return await work(client);
  } finally {
    client.close();
    leave();
    if (own !== null) await closeTemporaryServer(own, context);
  }
}

export async function connectOrStart(context: Context): Promise<ServerConnection> {
  const leave = registerServerUser(context.home);
  const found = await findAnsweringServer(context);
  if (found !== null) return { client: found.client, own: null, leave };
  const { startTemporaryServer } = await import("./temporary-server.ts");
  const own = await startTemporaryServer(context);
  return { client: connectTo(context, own.url), own, leave };
}

/** Closes a server that was started for a command once no command uses it. */
export async function closeTemporaryServer(own: RunningServer, { home, output }: Context): Promise<void> {
  const { closeWhenIdle } = await import("./temporary-server.ts");
  await closeWhenIdle(own, home, (text) => output.remark(text));
}
