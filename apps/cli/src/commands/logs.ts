import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { findServer } from "../home/find-server.ts";
import { readConversation, readSessions } from "../home/session-reader.ts";
import { LogPrinter } from "../show/log-printer.ts";
import { followSession } from "./follow.ts";

export async function logs(
  context: Context,
  sessionId: string,
  { follow }: { follow?: true },
): Promise<number> {
  const { output, home } = context;
  if (follow === true) {
    const client = await findServer(context);
    if (client !== null) return followSession(client, sessionId, output);
    const message = `No server runs on ${home}, so nothing will happen in it. Leave --follow out, or start one with "polylog serve".`;
    throw new CliError("no_server", message);
  }
  await readSessions(context, async (reader) => {
    if (output.json) {
      for await (const line of reader.lines(sessionId)) output.text(`${line}\n`);
      return;
    }
    const printer = new LogPrinter((line) => output.line(line));
    printer.showAll(await readConversation(reader, sessionId));
  });
  return exitCodes.done;
}
