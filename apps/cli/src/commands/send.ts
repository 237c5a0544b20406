import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { needServer } from "../home/find-server.ts";
import { wholeRunId, wholeSessionId } from "../home/whole-id.ts";
import { toJson } from "../show/json.ts";

export async function send(
  context: Context,
  session: string,
  text: string,
  { run }: { readonly run?: string } = {},
): Promise<number> {
  const { output } = context;
  if (text.trim() === "")
    throw new CliError("usage", 'There is nothing to send. See "polylog send --help".', exitCodes.usage);
  const client = await needServer(context);
  try {
    const sessionId = await wholeSessionId(client, session);
    const runId = run === undefined ? undefined : await wholeRunId(client, sessionId, run);
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
