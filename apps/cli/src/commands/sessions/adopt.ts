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

/** Lists this folder's sessions from the agents' own programs, or continues one here. */
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
    else if (adopted) output.line(`Adopted as session ${sessionId}: ${title ?? ""}`);
    else output.line(`Already adopted as session ${sessionId}: ${title ?? ""}`);
    return exitCodes.done;
  });
}

function unknown(nativeId: string, projectRoot: string): CliError {
  const message = `No agent has a session ${nativeId} in ${projectRoot}. "polylog adopt" lists the available sessions.`;
  return new CliError("session_not_found", message, exitCodes.notFound);
}

function list({ output }: Context, projectRoot: string, sessions: readonly NativeRow[]): number {
  if (output.json) {
    for (const session of sessions) output.value(toJson(session));
  } else if (sessions.length === 0) {
    output.remark(`No agent on this machine has sessions in ${projectRoot}.`);
  } else {
    const rows = sessions.map(({ nativeId, agentId, updatedTs, sessionId, title }) => [
      nativeId,
      agentId,
      dayAndTime(updatedTs),
      sessionId ?? "-",
      title,
    ]);
    const heads = ["ID", "AGENT", "UPDATED", "POLYLOG SESSION", "TITLE"];
    for (const line of tableLines([heads, ...rows])) output.line(line);
    output.remark('"polylog adopt ID" continues one here, with its history.');
  }
  return exitCodes.done;
}
