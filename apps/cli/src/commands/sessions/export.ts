import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { readConversation, readSession } from "../../home/session-reader.ts";
import { withProgress } from "../../show/progress.ts";

export async function exportSession(
  context: Context,
  session: string,
  format: "jsonl" | "md" | "html",
): Promise<number> {
  const { output } = context;
  const write = () =>
    readSession(context, session, async (reader, sessionId) => {
      if (format === "jsonl") {
        for await (const text of reader.exported(sessionId)) output.jsonLines(text);
        return;
      }
      const conversation = await readConversation(reader, sessionId);
      const { exportConversation } = await import("@polylog/server");
      output.text(exportConversation(conversation, format));
    });
  // In a terminal, the output itself shows the progress.
  if (process.stdout.isTTY) await write();
  else await withProgress(output, "Exporting", () => null, write);
  return exitCodes.done;
}
