import { CliError } from "../../cli-error.ts";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { resolveRunId, resolveSessionId } from "../../home/resolve-id.ts";
import { requireServer } from "../../server/find-server.ts";
import { toJson } from "../../show/json.ts";

export async function send(
  context: Context,
  session: string,
  text: string,
  { run, queue }: { readonly run?: string; readonly queue?: true } = {},
): Promise<number> {
  const { output } = context;
  if (text.trim() === "")
    throw new CliError("usage", 'The message is empty. See "polylog send --help".', exitCodes.usage);
  const client = await requireServer(context);
  try {
    const sessionId = await resolveSessionId(client, session);
    const runId = run === undefined ? undefined : await resolveRunId(client, sessionId, run);
    const { projectRoot } = await client.sessions.get({ sessionId });
    const delivery = queue === true ? "queue" : "auto";
    const answer = await client.chat.send({ projectRoot, sessionId, text, runId, delivery });
    if (output.json) output.value(toJson(answer));
    else if (answer.queued) output.line(`Queued at position ${answer.position}.`);
    else output.line(`Sent. Follow the run with "polylog logs ${sessionId} --follow".`);
    return exitCodes.done;
  } finally {
    client.close();
  }
}
