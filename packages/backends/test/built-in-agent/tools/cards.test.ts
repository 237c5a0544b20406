import {
  emptyConversation,
  fold,
  type KnownEvent,
  type ToolCallEntry,
  type ToolCard,
  toolCard,
} from "@polylog/core";
import { expect, test } from "vitest";
import { type Bench, newBench } from "./bench.ts";
import { serve } from "./serve.ts";

// Starts real processes, so it may be slow on a busy machine.
/** The card of a call, from the events that the agent loop emits. */
async function cardOf(bench: Bench, toolName: string, input: Record<string, unknown>): Promise<ToolCard> {
  const { ok, text, code, content, exitCode, totalChars } = await bench.run(toolName, input);
  const base = { sessionId: "s", rev: 1, agentId: "a", runId: "r", v: 1 };
  const events = [
    { type: "run_started" },
    { type: "tool_call_start", callId: "c", toolName, input },
    {
      ...{ type: "tool_result", callId: "c", toolName, ok, result: text, content: content ?? [], exitCode },
      ...(ok ? {} : { error: { code: code ?? "failed", message: text } }),
      ...(totalChars === undefined ? {} : { truncated: { totalChars } }),
    },
  ].map(
    (event, index) =>
      ({ ...base, id: `e${index}`, seq: index + 1, ts: index, ...event }) as unknown as KnownEvent,
  );
  const conversation = events.reduce(fold, emptyConversation);
  const call = [...conversation.main.entries].find(
    (entry): entry is ToolCallEntry => entry.kind === "tool_call",
  );
  if (call === undefined) throw new Error("No tool call");
  return toolCard(call, conversation);
}

test("[T15] each tool's card shows the action, its target and its result", async () => {
  const host = await serve((_request, response) =>
    response.setHeader("content-type", "text/plain").end("hello"),
  );
  const url = `http://${host}/`;
  const files = { "src/a.ts": "one\ntwo\n", "src/b.ts": "two\n" };
  const bench = await newBench(files, { privateHosts: [host] });
  const shown = async (toolName: string, input: Record<string, unknown>) => {
    const { title, object, summary, state, added, removed, blocks } = await cardOf(bench, toolName, input);
    return [title, object, summary, state, added, removed, blocks.map(({ kind }) => kind)];
  };
  expect([
    await shown("Read", { file_path: "src/a.ts", offset: 1, limit: 1 }),
    await shown("Edit", { file_path: "src/a.ts", old_string: "two", new_string: "2\n3" }),
    await shown("MultiEdit", { file_path: "src/a.ts", edits: [{ old_string: "2\n3", new_string: "two" }] }),
    await shown("Write", { file_path: "new.ts", content: "1\n2\n" }),
    await shown("Grep", { pattern: "two", output_mode: "content" }),
    await shown("Grep", { pattern: "two" }),
    await shown("Grep", { pattern: "nowhere" }),
    await shown("Glob", { pattern: "*.ts" }),
    await shown("LS", { path: "src" }),
    await shown("Bash", { command: "echo hello" }),
    await shown("Bash", { command: "true" }),
    await shown("Bash", { command: "echo oh no; exit 2" }),
    await shown("WebFetch", { url }),
    await shown("Read", { file_path: "nowhere" }),
    await shown("Edit", { file_path: "src/b.ts", old_string: "a", new_string: "b" }),
  ]).toEqual([
    ["Read", "src/a.ts", "lines 1–1", "success", null, null, ["files"]],
    ["Edited", "src/a.ts", null, "success", 2, 1, ["diff"]],
    ["Edited", "src/a.ts", null, "success", 1, 2, ["diff"]],
    ["Wrote 2 lines to", "new.ts", null, "success", null, null, ["code"]],
    ["Searched", "two", "2 matches in 2 files", "success", null, null, ["files"]],
    ["Searched", "two", "2 files", "success", null, null, ["files"]],
    ["Searched", "nowhere", "No matches", "success", null, null, []],
    ["Found files", "*.ts", "3 files", "success", null, null, ["files"]],
    ["Listed", "src", "2 lines", "success", null, null, ["output"]],
    ["Ran", "echo hello", "hello", "success", null, null, ["command", "output"]],
    ["Ran", "true", "Completed", "success", null, null, ["command"]],
    ["Ran", "echo oh no; exit 2", "Exit code 2: oh no", "error", null, null, ["command", "output"]],
    ["Fetched", url, expect.stringMatching(/^200 OK, \d+ B$/), "success", null, null, ["links", "text"]],
    [
      "Tried to read",
      "nowhere",
      "nowhere does not exist. Find it with Glob or LS.",
      "error",
      null,
      null,
      ["files", "error"],
    ],
    [
      "Tried to edit",
      "src/b.ts",
      "Read src/b.ts before you change it.",
      "error",
      null,
      null,
      ["diff", "error"],
    ],
  ]);
});
