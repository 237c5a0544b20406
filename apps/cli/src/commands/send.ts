import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { needServer } from "../home/find-server.ts";
import { toJson } from "../show/json.ts";

export async function send(
  context: Context,
  sessionId: string,
  text: string,
  { run: runId }: { readonly run?: string } = {},
): Promise<number> {
  const { output } = context;
  const client = await needServer(context);
  try {
    const { projectRoot } = await client.sessionRow(sessionId);
    const answer = await client.chat({ projectRoot, sessionId, text, runId });
    if (output.json) output.value(toJson(answer));
    else if (answer.queued) output.line(`It waits in the queue, at position ${answer.position}.`);
    else output.line(`Sent. "polylog logs ${sessionId} --follow" shows what comes of it.`);
    return exitCodes.done;
  } finally {
    client.close();
  }
}
