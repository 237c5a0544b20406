import { rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { startWorker } from "../checkpoint/support.ts";
import { Follower } from "../reliability/support/follower.ts";

// Real processes, on a machine that may be busy.
interface Answer {
  readonly seq: number;
  readonly rev: number;
  readonly files: {
    readonly hash: string;
    readonly before: string;
    readonly restored: number;
    readonly removed: number;
    readonly left: readonly string[];
  } | null;
}

/** A session with two runs, each of which changes a file. */
async function start() {
  const worker = await startWorker();
  const { client, put, run } = worker;
  put("a", "1");
  const one = await run("one", { edits: { a: "2" } });
  const { sessionId } = one;
  const two = await run("two", { edits: { b: "new" } }, sessionId);
  const rewind = (body: object) => client.ask<Answer>("POST", `/api/sessions/${sessionId}/rewind`, body);
  const preview = async (seq: number) =>
    (await client.ask<object>("GET", `/api/sessions/${sessionId}/rewind?seq=${seq}`)).body;
  return { ...worker, sessionId, first: one.seq, second: two.seq, rewind, preview };
}

test("[A8] the files are restored to their state before the first change after the event, and the log says how to undo it", async () => {
  const { client, files, first, rewind, sessionId } = await start();
  const { body } = await rewind({ seq: first, files: true });
  expect(body.files).toEqual({
    ...{ hash: expect.any(String), before: expect.any(String), restored: 1, removed: 1, kept: [], left: [] },
  });
  expect(files()).toEqual({ a: "1" });
  const [notice, saved] = (await client.log(sessionId)).slice(-2);
  expect([notice, saved]).toMatchObject([
    { type: "notice", text: `Rewound to here (event ${first}). Files restored: 1, removed: 1.` },
    { type: "checkpoint_saved", hash: body.files?.before, label: "Before restoring files" },
  ]);
  const undone = await rewind({ seq: saved?.seq ?? 0, files: true });
  expect([undone.body.files?.hash, files()]).toEqual([body.files?.before, { a: "2", b: "new" }]);
});

test("[A8] between two runs the files are as the first one left them; at the end and without `files` they stay", async () => {
  const { files, client, second, rewind, sessionId } = await start();
  const { seq } = await client.session(sessionId);
  expect((await rewind({ seq, files: false })).body.files).toBe(null);
  expect((await rewind({ seq: second, files: true })).body.files).toMatchObject({ restored: 0, removed: 1 });
  expect(files()).toEqual({ a: "2" });
});

test("[A8] a missing checkpoint is reported, and neither the files nor the session change", async () => {
  const { home, client, files, first, rewind, preview, sessionId } = await start();
  const before = await client.session(sessionId);
  rmSync(path.join(home.folder, "checkpoints"), { recursive: true });
  expect(await preview(first)).toMatchObject({ files: [], unavailable: expect.stringMatching(/checkpoint/) });
  const refused = await rewind({ seq: first, files: true });
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { error: { code: "checkpoint_unavailable", details: { reason: "not_found" } } },
  ]);
  expect([files(), await client.session(sessionId)]).toEqual([{ a: "2", b: "new" }, before]);
});

test("[CP16] the preview names the files and the other sessions that changed them; those files are left unchanged unless they are selected", async () => {
  const { client, put, files, first, preview, rewind, run, sessionId } = await start();
  const other = await run("the other one", { edits: { a: "3", c: "other" } });
  put("d", "by hand");
  const by = [{ session_id: other.sessionId, title: "the other one" }];
  const untouched = { checkpoint: expect.any(String), more: 0, unavailable: null, blocked_by: null };
  expect(await preview(first)).toEqual({
    ...untouched,
    files: [
      { path: "a", restore: "change", is_own: true, changed_by: by, selected: false },
      { path: "b", restore: "delete", is_own: true, changed_by: [], selected: true },
      { path: "c", restore: "delete", is_own: false, changed_by: by, selected: false },
      { path: "d", restore: "delete", is_own: false, changed_by: [], selected: false },
    ],
  });
  const { body } = await rewind({ seq: first, conversation: false, files: true });
  expect(body.files).toMatchObject({ restored: 0, removed: 1, left: ["a", "c", "d"] });
  expect(files()).toEqual({ a: "3", c: "other", d: "by hand" });
  await rewind({ seq: first, conversation: false, files: true, paths: ["a", "d"] });
  expect(files()).toEqual({ a: "1", c: "other" });
  expect(await client.session(sessionId)).toMatchObject({ rev: 1 });
});

test("[CP17] a session that is running in the project is named, and nothing changes until it ends", async () => {
  const { client, tiny, files, first, preview, rewind, run, sessionId } = await start();
  const other = await run("the other one", {});
  tiny.work = async () => false;
  const busy = await client.chat("still at it", { session_id: other.sessionId });
  const before = await client.session(sessionId);
  const { session_id } = busy;
  expect(await preview(first)).toMatchObject({ blocked_by: { session_id, title: "the other one" } });
  const refused = await rewind({ seq: first, files: true });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      error: {
        ...{ code: "session_busy", details: { sessionId: session_id, title: "the other one" } },
        message:
          "The session “the other one” is running in this project. Stop it or wait until it has finished, then rewind the files.",
      },
    },
  ]);
  expect([files(), await client.session(sessionId)]).toEqual([{ a: "2", b: "new" }, before]);
  expect((await rewind({ seq: first })).status).toBe(200);
});

test("[CP18] a call that the rewind cuts through keeps its result, and the run and the notice are written with the rewind", async () => {
  const { client, first, rewind, sessionId } = await start();
  const call = (await client.log(sessionId)).find(({ type }) => type === "tool_call_start");
  const follower = await Follower.open(client, sessionId);
  const { body } = await rewind({ seq: call?.seq ?? 0 });
  const after = (await client.log(sessionId)).filter(({ seq }) => seq > first);
  expect(after.map((event) => [event.type, event.rev])).toEqual([
    ...[
      ["checkpoint_saved", 1],
      ["tool_call_start", 1],
      ["tool_result", 2],
    ],
    ...[
      ["interrupt", 2],
      ["output_cancelled", 2],
      ["run_ended", 2],
      ["notice", 2],
    ],
  ]);
  expect(after).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ type: "tool_result", ok: true, result: "done" }),
      expect.objectContaining({ type: "run_ended", outcome: "cancelled" }),
    ]),
  );
  expect(body).toMatchObject({ rev: 2, seq: after.at(-1)?.seq });
  await expect.poll(() => follower.conversation.liveRuns.size).toBe(0);
});

test("[CP18] a rewind that cuts through a run and its subagent ends each of them once", async () => {
  const { client, tiny, rewind, sessionId } = await start();
  tiny.work = async ({ say, speaker: by }) => {
    const child = { runId: `${by.runId}-child`, agentId: by.agentId };
    const call = { callId: "task", toolName: "Task" };
    say({ type: "tool_call_start", ...call, input: { prompt: "Look" }, ...by });
    say({ type: "subagent_spawned", childRunId: child.runId, callId: "task", ...by });
    say({ type: "run_started", parentRunId: by.runId, parentCallId: "task", ...child });
    say({ type: "tool_call_start", callId: "read", toolName: "Read", input: { file_path: "a" }, ...child });
    say({ type: "tool_result", callId: "read", toolName: "Read", ok: true, result: "2", ...child });
    say({ type: "run_ended", outcome: "completed", ...child });
    say({ type: "tool_result", ...call, ok: true, result: "done", ...by });
  };
  const { run_id } = await client.chat("delegate", { session_id: sessionId });
  const follower = await Follower.open(client, sessionId);
  await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
  const within = (await client.log(sessionId)).find(
    (event) => event.type === "tool_call_start" && event.callId === "read",
  );
  await rewind({ seq: within?.seq ?? 0 });
  const cut = (await client.log(sessionId)).filter(({ rev }) => rev === 2);
  expect(cut.map((event) => [event.type, event.runId ?? null])).toEqual([
    ["tool_result", `${run_id}-child`],
    ["interrupt", `${run_id}-child`],
    ["output_cancelled", `${run_id}-child`],
    ["run_ended", `${run_id}-child`],
    ["tool_result", run_id],
    ["interrupt", run_id],
    ["output_cancelled", run_id],
    ["run_ended", run_id],
    ["notice", null],
  ]);
  expect((await client.snapshot(sessionId)).faults.count).toBe(0);
});

test("[CP19] the files alone are rewound without rewinding the conversation", async () => {
  const { client, files, first, rewind, sessionId } = await start();
  const before = await client.log(sessionId);
  const refused = await rewind({ seq: first, conversation: false });
  expect(refused.status).toBe(400);
  const { body } = await rewind({ seq: first, conversation: false, files: true });
  expect([body.rev, files()]).toEqual([1, { a: "1" }]);
  const after = await client.log(sessionId);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.slice(before.length)).toMatchObject([
    { type: "notice", text: `Rewound the files to event ${first}. Files restored: 1, removed: 1.` },
    { type: "checkpoint_saved" },
  ]);
});

test("[CP11] the changes since a checkpoint are shown file by file; a missing checkpoint is reported", async () => {
  const { home, client, told, sessionId } = await start();
  const [saved] = await told(sessionId, "checkpoint_saved");
  const [, report] = await told(sessionId, "change_report");
  const changes = (query: object) =>
    client.ask(
      "GET",
      `/api/workspace/changes?${new URLSearchParams({ project_root: home.project, ...query })}`,
    );
  const made = { path: "b", status: "added", added: 1, removed: 0, diff: expect.stringContaining("+new") };
  const { before = "", after = "" } = report ?? {};
  expect((await changes({ checkpoint: before, to: after })).body).toEqual({
    ...{ files: [made], truncated_count: 0, added: 1, removed: 0 },
  });
  expect((await changes({ checkpoint: saved?.hash ?? "" })).body).toMatchObject({
    ...{ files: [{ path: "a", status: "modified" }, { path: "b" }], added: 2, removed: 1 },
  });
  expect(await changes({ checkpoint: "f".repeat(40) })).toMatchObject({
    status: 422,
    body: { error: { code: "checkpoint_unavailable", details: { reason: "not_found" } } },
  });
});
