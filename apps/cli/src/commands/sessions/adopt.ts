import path from "node:path";
import type { NativeRow } from "@polylog/client";
import { CliError } from "../../cli-error.ts";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { resolveId } from "../../home/resolve-id.ts";
import { withServer } from "../../server/connect-or-start.ts";
import { toJson } from "../../show/json.ts";
import { dayAndTime } from "../../show/local-time.ts";
import { tableLines } from "../../show/table.ts";

export interface AdoptFlags {
  readonly agent?: string;
  readonly project?: string;
}

/** Lists the sessions that this folder had with the agents' programs themselves, or takes one over. */
export async function adopt(context: Context, given: string | undefined, flags: AdoptFlags): Promise<number> {
  const { output } = context;
  const projectRoot = path.resolve(flags.project ?? ".");
  return withServer(context, async (client) => {
    const { sessions } = await client.sessions.nativeSessions({ projectRoot, agentId: flags.agent });
    if (given === undefined) return list(context, projectRoot, sessions);
    const nativeId = await resolveId(
      "session",
      given,
      sessions.map((session) => session.nativeId),
    );
    const agentId = flags.agent ?? sessions.find((session) => session.nativeId === nativeId)?.agentId;
    if (agentId === undefined) throw unknown(given, projectRoot);
    const { adopted, ...session } = await client.sessions.adopt({ projectRoot, agentId, nativeId });
    const { sessionId, title } = session;
    if (output.json) output.value(toJson({ ...session, adopted }));
    else if (adopted) output.line(`Taken over as session ${sessionId}: ${title ?? ""}`);
    else output.line(`It is here already as session ${sessionId}: ${title ?? ""}`);
    return exitCodes.done;
  });
}

function unknown(nativeId: string, projectRoot: string): CliError {
  const message = `No agent has a session ${nativeId} of ${projectRoot}. "polylog adopt" lists those there are.`;
  return new CliError("session_not_found", message, exitCodes.notFound);
}

function list({ output }: Context, projectRoot: string, sessions: readonly NativeRow[]): number {
  if (output.json) {
    for (const session of sessions) output.value(toJson(session));
  } else if (sessions.length === 0) {
    output.remark(`No agent on this machine has a session of ${projectRoot}.`);
  } else {
    const rows = sessions.map(({ nativeId, agentId, updatedTs, sessionId, title }) => [
      nativeId,
      agentId,
      dayAndTime(updatedTs),
      sessionId ?? "-",
      title,
    ]);
    const heads = ["ID", "AGENT", "UPDATED", "SESSION HERE", "TITLE"];
    for (const line of tableLines([heads, ...rows])) output.line(line);
    output.remark('"polylog adopt ID" takes one over, with its history.');
  }
  return exitCodes.done;
}
