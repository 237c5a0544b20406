import { Readable, Writable } from "node:stream";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import { AcpAgent } from "../../acp/agent.ts";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { startInBackground } from "../../server/background-server.ts";
import { findAnsweringServer, homeServer } from "../../server/find-server.ts";
import { onStopSignal } from "../../stop-signals.ts";

/** Runs Polylog as an ACP agent over stdin and stdout until the editor closes them. */
export async function acp(context: Context, { agent }: { readonly agent?: string }): Promise<number> {
  const client = (await findAnsweringServer(context))?.client ?? (await startServer(context));
  const polylog = new AcpAgent({ client, agentId: agent });
  const stream = ndJsonStream(
    Writable.toWeb(process.stdout),
    Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
  );
  const connection = polylog.app.connect(stream);
  const stopListening = onStopSignal(() => connection.close());
  try {
    await connection.closed;
    return exitCodes.done;
  } finally {
    stopListening();
    polylog.close();
    client.close();
    process.stdin.destroy();
  }
}

async function startServer(context: Context) {
  const { url, remark } = await startInBackground(context);
  context.output.remark(`${remark} It keeps running when the editor closes.`);
  return homeServer(context, url, () => startInBackground(context)).client;
}
