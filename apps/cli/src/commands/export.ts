import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { readConversation, readSessions } from "../home/session-reader.ts";
import { withProgress } from "../show/progress.ts";

export async function exportSession(
  context: Context,
  sessionId: string,
  format: "jsonl" | "md" | "html",
): Promise<number> {
  const { output } = context;
  const write = () =>
    readSessions(context, async (reader) => {
      if (format === "jsonl") {
        for await (const text of reader.exported(sessionId)) output.text(text);
        return;
      }
      const conversation = await readConversation(reader, sessionId);
      const { exportTalk } = await import("@polylog/server");
      output.text(exportTalk(conversation, format));
    });
  // On a screen what is written shows that it goes on.
  if (process.stdout.isTTY) await write();
  else await withProgress(output, "Exporting", () => null, write);
  return exitCodes.done;
}
