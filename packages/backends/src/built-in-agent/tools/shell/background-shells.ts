import { z } from "zod";
import { defineTool, failed, type ToolOutcome } from "../tool.ts";

const input = z.object({ id: z.string().describe("The id that Bash returned.") });

export const bashOutput = defineTool<z.infer<typeof input>>({
  name: "BashOutput",
  description:
    "Returns a background command's new output since the last call, and whether it is still running.",
  input,
  effect: "none",
  run: async ({ id }, { shells }) => {
    const news = shells.news(id);
    if (news === null) return unknown(id);
    const text = news.output.toString() || "(no output)";
    const state =
      news.exitCode === null ? "It is still running." : `It ended with exit code ${news.exitCode}.`;
    const cut = news.output.dropped > 0 ? { totalChars: news.output.total } : {};
    return { ok: true, text: `${state}\n${text}`, ...cut };
  },
});

export const killShell = defineTool<z.infer<typeof input>>({
  name: "KillShell",
  description: "Stops a background command and everything that it started.",
  input,
  effect: "none",
  run: async ({ id }, { shells }) =>
    (await shells.stop(id)) ? { ok: true, text: `${id} has ended.` } : unknown(id),
});

function unknown(id: string): ToolOutcome {
  return failed("not_found", `No background command has the id ${id}.`);
}
