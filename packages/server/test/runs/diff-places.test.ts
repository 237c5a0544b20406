import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";

test("a diff of an agent that reports no line gets the line from its file, inside the project only", async () => {
  const diff = (file: string, more: object = {}) => ({
    ...{ type: "diff", path: file, oldText: "two", newText: "2" },
    ...more,
  });
  const content = [
    diff("notes.txt"),
    diff("../outside.txt"),
    diff("notes.txt", { newLine: 9 }),
    diff("none.txt"),
  ];
  const call = { callId: "c1", toolName: "edit" };
  const script = [
    { emit: { type: "tool_call_start", ...call, input: { path: "notes.txt" } } },
    { emit: { type: "tool_result", ...call, ok: true, content } },
  ];
  const home = makeHome({ own: { script } });
  await writeFile(path.join(home.project, "notes.txt"), "zero\none\n2\n");
  await writeFile(path.join(home.project, "../outside.txt"), "2\n");
  const { client } = await startHere(home);
  const { session_id } = await client.chat("Go");
  const follower = await Follower.open(client, session_id);
  const result = await follower.whenEvent("tool_result");
  expect(result).toMatchObject({ content: [{ ...content[0], newLine: 3 }, ...content.slice(1)] });
});
