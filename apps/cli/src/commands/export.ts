import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { readConversation, readSessions } from "../home/session-reader.ts";

export async function exportSession(
  context: Context,
  sessionId: string,
  format: "jsonl" | "md" | "html",
): Promise<number> {
  const { output } = context;
  await readSessions(context, async (reader) => {
    if (format === "jsonl") {
      for await (const text of reader.exported(sessionId)) output.text(text);
      return;
    }
    const conversation = await readConversation(reader, sessionId);
    const { exportTalk } = await import("@polylog/server");
    output.text(exportTalk(conversation, format));
  });
  return exitCodes.done;
}
