import { mkdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { claudeSessions } from "../../src/claude/native-sessions.ts";
import { TestLog } from "../conformance/support/test-log.ts";
import { bodiesOf } from "../native-store/bodies.ts";
import { temporaryFolder } from "../node-program.ts";

const agentId = "claude";

function user(content: unknown, more: object = {}) {
  const about = { isSidechain: false, timestamp: "2026-01-02T03:04:05.000Z" };
  return { type: "user", uuid: "u1", ...about, message: { role: "user", content }, ...more };
}

function assistant(id: string, block: object) {
  return { type: "assistant", isSidechain: false, message: { id, role: "assistant", content: [block] } };
}

const talk = [
  { type: "queue-operation", operation: "enqueue" },
  user("A caveat", { isMeta: true }),
  user("<command-name>/clear</command-name>"),
  user("List the files\nplease"),
  assistant("m1", { type: "text", text: "I look." }),
  assistant("m1", { type: "tool_use", id: "c1", name: "Bash", input: { command: "ls" } }),
  user([{ type: "tool_result", tool_use_id: "c1", content: "a.txt" }]),
  assistant("m2", { type: "text", text: "One file." }),
  user("Wait", { uuid: "u2" }),
  assistant("m3", { type: "text", text: "Wai" }),
  user([{ type: "text", text: "[Request interrupted by user]" }]),
];

const refusal = assistant("m4", { type: "text", text: "Too much" });

async function store(sessions: Readonly<Record<string, readonly unknown[]>>) {
  const env = { CLAUDE_CONFIG_DIR: temporaryFolder() };
  const projectRoot = temporaryFolder();
  const folder = path.join(env.CLAUDE_CONFIG_DIR, "projects", projectRoot.replace(/[^A-Za-z0-9]/g, "-"));
  await mkdir(folder, { recursive: true });
  for (const [index, [name, lines]] of Object.entries(sessions).entries()) {
    const file = path.join(folder, `${name}.jsonl`);
    await writeFile(
      file,
      lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
    );
    await utimes(file, 1000 + index, 1000 + index);
  }
  return { projectRoot, agentId, settings: { backend: "claude", env } };
}

test("[CL14] the sessions of a project are listed by their first words, newest first", async () => {
  const place = await store({
    older: talk,
    newer: [user("Something else")],
    empty: [{ type: "x" }],
    foreign: [user("In another project", { cwd: "/elsewhere" })],
  });
  expect(await claudeSessions.list(place)).toEqual([
    { nativeId: "newer", title: "Something else", updatedTs: 1_001_000 },
    { nativeId: "older", title: "List the files", updatedTs: 1_000_000 },
  ]);
  expect(await claudeSessions.list({ ...place, projectRoot: temporaryFolder() })).toEqual([]);
});

test("[CL14] a session's history becomes events with their times, and broken lines are reported", async () => {
  const failed = { error: "rate_limit", isApiErrorMessage: true };
  const place = await store({
    one: [...talk, "{ no JSON", "7", user("Go on", { uuid: "u3" }), { ...refusal, ...failed }],
  });
  const history = await claudeSessions.read("one", place);
  const events = bodiesOf(history);
  const first = { runId: "claude-one-u1", agentId };
  const second = { runId: "claude-one-u2", agentId };
  const third = { runId: "claude-one-u3", agentId };
  const error = { code: "rate_limit", message: "Too much" };
  expect(events).toEqual([
    { type: "user_message", text: "List the files\nplease", delivery: "run", ...first },
    { type: "run_started", trigger: "message", ...first },
    { type: "text_done", text: "I look.", responseId: "m1", block: 0, ...first },
    {
      type: "tool_call_start",
      callId: "c1",
      toolName: "Bash",
      input: { command: "ls" },
      responseId: "m1",
      ...first,
    },
    { type: "tool_result", callId: "c1", toolName: "Bash", ok: true, result: "a.txt", ...first },
    { type: "text_done", text: "One file.", responseId: "m2", block: 0, ...first },
    { type: "run_ended", outcome: "completed", ...first },
    { type: "user_message", text: "Wait", delivery: "run", ...second },
    { type: "run_started", trigger: "message", ...second },
    { type: "text_done", text: "Wai", responseId: "m3", block: 0, ...second },
    { type: "run_ended", outcome: "cancelled", ...second },
    { type: "user_message", text: "Go on", delivery: "run", ...third },
    { type: "run_started", trigger: "message", ...third },
    { type: "run_ended", outcome: "failed", error, ...third },
    {
      type: "notice",
      level: "warning",
      text: "2 lines of this session's file could not be read. Their content is missing here.",
      code: "history_damaged",
      agentId,
    },
  ]);
  expect(history.ok && new Set(history.events.map(({ ts }) => ts))).toEqual(
    new Set([Date.parse("2026-01-02T03:04:05.000Z")]),
  );
  const log = new TestLog();
  for (const event of events) log.append(event);
  expect(log.faults()).toEqual([]);
});

test("[NS2] a session that is missing, empty or of another project is rejected with a reason", async () => {
  const place = await store({
    foreign: [user("In another project", { cwd: "/elsewhere" })],
    silent: [{ type: "summary" }, "{ no JSON"],
  });
  const codes: unknown[] = [];
  for (const id of ["none", "../../foreign", "foreign", "silent"]) {
    const read = await claudeSessions.read(id, place);
    codes.push(read.ok ? read : read.code);
  }
  expect(codes).toEqual(["not_found", "not_found", "not_found", "unreadable"]);
});
