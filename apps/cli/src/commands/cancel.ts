import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { needServer } from "../home/find-server.ts";

export async function cancel(context: Context, sessionId: string): Promise<number> {
  const { output } = context;
  const client = await needServer(context);
  try {
    const { queued } = await client.sessionRow(sessionId);
    const runs = await client.runs({ sessionId });
    // Those below them end with them.
    const atWork = runs.filter(({ outcome, parentRunId }) => outcome === null && parentRunId === null);
    for (const { runId } of atWork) await client.cancel(runId);
    if (output.json) output.value({ session_id: sessionId, cancelled: atWork.map(({ runId }) => runId) });
    else if (atWork.length === 0) output.line("Nothing was at work in this session.");
    else output.line(queued === 0 ? "Cancelled." : "Cancelled. The next message that waits begins.");
    return exitCodes.done;
  } finally {
    client.close();
  }
}
