import { CliError } from "../../cli-error.ts";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { resolveSessionId } from "../../home/resolve-id.ts";
import { readConversation, readSession } from "../../home/session-reader.ts";
import { findServer } from "../../server/find-server.ts";
import { LogPrinter } from "../../show/log-printer.ts";
import { followSession } from "./follow.ts";

export async function logs(
  context: Context,
  session: string,
  { follow }: { follow?: true },
): Promise<number> {
  const { output, home } = context;
  if (follow === true) {
    const client = await findServer(context);
    if (client !== null) return followSession(client, await resolveSessionId(client, session), output);
    const message = `No server is running on ${home}, so there are no new entries to follow. Omit --follow, or start a server with "polylog serve".`;
    throw new CliError("no_server", message);
  }
  await readSession(context, session, async (reader, sessionId) => {
    if (output.json) {
      for await (const line of reader.lines(sessionId)) output.jsonLines(`${line}\n`);
      return;
    }
    const printer = new LogPrinter((line) => output.line(line));
    printer.showAll(await readConversation(reader, sessionId));
  });
  return exitCodes.done;
}
