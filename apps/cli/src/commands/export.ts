import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { findServer } from "../home/find-server.ts";
import { readSessions } from "../home/session-reader.ts";

export async function exportSession(
  context: Context,
  sessionId: string,
  format: "jsonl" | "md" | "html",
): Promise<number> {
  const { output, home } = context;
  if (format === "jsonl") {
    await readSessions(context, async (reader) => {
      for await (const line of reader.lines(sessionId)) output.text(`${line}\n`);
    });
    return exitCodes.done;
  }
  const client = await findServer(context);
  if (client === null) {
    throw new CliError(
      "no_server",
      `No server runs on ${home}, and without one only --format jsonl works. Start one with "polylog serve".`,
    );
  }
  try {
    output.text(await client.exportSession(sessionId, format));
    return exitCodes.done;
  } finally {
    client.close();
  }
}
