import { mkdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { piSessions } from "../../src/pi/native-sessions.ts";
import { TestLog } from "../conformance/support/test-log.ts";
import { bodiesOf } from "../native-store/bodies.ts";
import { temporaryFolder } from "../node-program.ts";

const agentId = "pi";

function entry(id: string, parentId: string | null, message: object) {
  return { type: "message", id, parentId, message };
}

function user(text: string) {
  return { role: "user", content: [{ type: "text", text }] };
}

function assistant(content: readonly object[], stopReason = "stop") {
  return { role: "assistant", provider: "p", model: "m", content, stopReason };
}

const call = { type: "toolCall", id: "c", name: "bash", arguments: { command: "ls" } };
const result = {
  role: "toolResult",
  toolCallId: "c",
  toolName: "bash",
  content: [{ type: "text", text: "a\u2028b" }],
};

/** One branch that was abandoned, and one that was continued. */
const talk = [
  entry("e0", null, { role: "system", content: "" }),
  entry("e1", "e0", user("List the files\nplease")),
  entry("e2", "e1", assistant([{ type: "text", text: "Left." }])),
  entry("e3", "e1", assistant([{ type: "text", text: "I look." }, call], "toolUse")),
  entry("e4", "e3", result),
  { type: "compaction", id: "e5", parentId: "e4", summary: "Files", tokensBefore: 50 },
  entry("e6", "e5", user("Wait")),
  entry("e7", "e6", assistant([{ type: "text", text: "Wai" }], "aborted")),
  { type: "session_info", id: "e8", parentId: "e7", name: "Files" },
];

async function store(sessions: Readonly<Record<string, readonly unknown[]>>) {
  const env = { PI_CODING_AGENT_DIR: temporaryFolder() };
  const projectRoot = temporaryFolder();
  const folder = path.join(
    env.PI_CODING_AGENT_DIR,
    "sessions",
    `--${projectRoot.slice(1).replaceAll("/", "-")}--`,
  );
  await mkdir(folder, { recursive: true });
  for (const [index, [id, entries]] of Object.entries(sessions).entries()) {
    const file = path.join(folder, `2026-01-0${index + 1}_${id}.jsonl`);
    const lines = [{ type: "session", version: 3, id, cwd: projectRoot }, ...entries];
    const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
    await writeFile(file, texts.map((line) => `${line}\n`).join(""));
    await utimes(file, 1000 + index, 1000 + index);
  }
  return { projectRoot, agentId, settings: { backend: "pi", env } };
}

test("[PI14] the sessions of a project are listed by name or first words, newest first", async () => {
  const place = await store({
    ...{ named: talk, newer: [entry("e", null, user("Something else"))], empty: [] },
    elsewhere: [{ type: "session", version: 3, id: "x", cwd: "/elsewhere" }],
  });
  expect(await piSessions.list(place)).toEqual([
    { nativeId: "newer", title: "Something else", updatedTs: 1_001_000 },
    { nativeId: "named", title: "Files", updatedTs: 1_000_000 },
  ]);
  expect(await piSessions.list({ ...place, projectRoot: temporaryFolder() })).toEqual([]);
});

test("[PI14] a session's branch becomes events, and broken lines are reported", async () => {
  const place = await store({
    one: [...talk.slice(0, 3), "{ no JSON", "7", ...talk.slice(3)],
  });
  const events = bodiesOf(await piSessions.read("one", place));
  const first = { runId: "pi-one-e1", agentId };
  const second = { runId: "pi-one-e6", agentId };
  const at = { responseId: "pi-one-e1-1", ...first };
  expect(events).toEqual([
    { type: "user_message", text: "List the files\nplease", delivery: "run", ...first },
    { type: "run_started", trigger: "message", ...first },
    { type: "text_done", text: "I look.", block: 0, ...at },
    { type: "tool_call_start", callId: "c", toolName: "bash", input: { command: "ls" }, ...at },
    {
      type: "tool_result",
      callId: "c",
      toolName: "bash",
      ok: true,
      result: "a\u2028b",
      exitCode: 0,
      ...first,
    },
    { type: "compaction", trigger: "auto", summary: "Files", beforeTokens: 50, ...first },
    { type: "run_ended", outcome: "completed", stopReason: "toolUse", ...first },
    { type: "user_message", text: "Wait", delivery: "run", ...second },
    { type: "run_started", trigger: "message", ...second },
    { type: "text_delta", offset: 0, delta: "Wai", responseId: "pi-one-e6-1", block: 0, ...second },
    { type: "title", title: "Files", source: "agent", agentId },
    { type: "run_ended", outcome: "interrupted", stopReason: "aborted", ...second },
    {
      type: "notice",
      level: "warning",
      text: "2 lines of this session's file could not be read. Their content is missing here.",
      code: "history_damaged",
      agentId,
    },
  ]);
  const log = new TestLog();
  for (const event of events) log.append(event);
  expect(log.faults()).toEqual([]);
});

test("[PI14] a missing session has no history", async () => {
  const place = await store({ foreign: [] });
  const refused = {
    ok: false,
    code: "not_found",
    message: "Pi has no session with this ID in this project. Check the list of its sessions.",
  };
  expect(await piSessions.read("../../none", place)).toEqual(refused);
  expect(await piSessions.read("foreign", { ...place, projectRoot: "/" })).toEqual(refused);
});
