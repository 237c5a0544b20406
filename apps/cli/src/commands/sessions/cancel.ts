import type { RunRow } from "@polylog/client";
import { CliError } from "../../cli-error.ts";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { resolveRunId, resolveSessionId } from "../../home/resolve-id.ts";
import { requireServer } from "../../server/find-server.ts";

export async function cancel(
  context: Context,
  session: string,
  flags: { readonly run?: string } = {},
): Promise<number> {
  const { output } = context;
  const client = await requireServer(context);
  try {
    const sessionId = await resolveSessionId(client, session);
    const run = flags.run === undefined ? undefined : await resolveRunId(client, sessionId, flags.run);
    const { queued } = await client.sessions.get({ sessionId });
    const { runs } = await client.runs.list({ sessionId });
    if (run !== undefined && !runs.some(({ runId }) => runId === run)) {
      throw new CliError("run_not_found", "Run not found in this session.", exitCodes.notFound);
    }
    // Their child runs end with them.
    const isSelected = ({ runId, parentRunId }: RunRow) =>
      run === undefined ? parentRunId === null : runId === run;
    const active = runs.filter((each) => each.outcome === null && isSelected(each));
    for (const { runId } of active) await client.runs.cancel({ runId });
    if (output.json) output.value({ session_id: sessionId, cancelled: active.map(({ runId }) => runId) });
    else if (active.length === 0) output.line("No active runs in this session.");
    else output.line(queued === 0 ? "Cancelled." : "Cancelled. The next queued message starts.");
    return exitCodes.done;
  } finally {
    client.close();
  }
}
