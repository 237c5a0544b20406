import os from "node:os";
import path from "node:path";
import type { SessionRow } from "@polylog/client";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { readSessions } from "../../home/session-reader.ts";
import { withServer } from "../../server/connect-or-start.ts";
import { toJson } from "../../show/json.ts";
import { dayAndTime } from "../../show/local-time.ts";
import { tableLines } from "../../show/table.ts";

const PAGE = 200;

const heads = ["SESSION", "STATUS", "AGENT", "UPDATED", "PROJECT", "TITLE"];

export async function ls(context: Context, { native = false }: { native?: boolean } = {}): Promise<number> {
  const { output } = context;
  if (native) return lsNative(context);
  return readSessions(context, async (reader) => {
    const rows = [heads];
    for await (const session of reader.sessions()) {
      if (output.json) output.value(toJson(session));
      else rows.push(cellsOf(session));
    }
    if (rows.length > 1) for (const line of tableLines(rows)) output.line(line);
    else if (!output.json)
      output.remark(`No sessions in ${context.home} yet. Start one with "polylog tui" or "polylog run".`);
    return exitCodes.done;
  });
}

/** Lists each session's native id, and the command that resumes it in the agent's own program. */
function lsNative(context: Context): Promise<number> {
  const { output } = context;
  return withServer(context, async (client) => {
    const rows = [["SESSION", "AGENT", "NATIVE ID", "RESUME IN THE AGENT'S PROGRAM"]];
    for (let cursor: string | undefined; ; ) {
      const page = await client.sessions.list({ archived: false, native: true, limit: PAGE, cursor });
      for (const session of page.sessions) {
        const { sessionId, agentId, nativeId, nativeCommand } = session;
        if (output.json) output.value(toJson(session));
        else rows.push([sessionId, agentId ?? "-", nativeId ?? "-", nativeCommand ?? "-"]);
      }
      if (page.next === null) break;
      cursor = page.next;
    }
    if (rows.length > 1) for (const line of tableLines(rows)) output.line(line);
    else if (!output.json)
      output.remark(`No sessions in ${context.home} yet. Start one with "polylog tui" or "polylog run".`);
    return exitCodes.done;
  });
}

function cellsOf({ sessionId, status, agentId, updatedTs, projectRoot, title }: SessionRow): string[] {
  return [
    sessionId,
    status.replaceAll("_", " "),
    agentId ?? "-",
    dayAndTime(updatedTs),
    shortPath(projectRoot),
    title ?? "",
  ];
}

function shortPath(folder: string): string {
  const inHome = path.relative(os.homedir(), folder);
  return inHome.startsWith("..") || path.isAbsolute(inHome) ? folder : path.join("~", inHome);
}
