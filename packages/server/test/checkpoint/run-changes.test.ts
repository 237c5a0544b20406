import { expect, test, vi } from "vitest";
import { Follower } from "../reliability/support/follower.ts";
import { startWorker } from "./support.ts";

// Real processes, on a machine that may be busy.
const hash = expect.stringMatching(/^[0-9a-f]{40,64}$/);
const stamps = { id: expect.any(String), sessionId: expect.any(String), rev: 1, seq: expect.any(Number) };
const made = { status: "added", added: 1, removed: 0 };
const lineOf = (text: string) => `@@ -0,0 +1 @@\n+${text}\n\\ No newline at end of file\n`;

test("[CP12] the project is saved before a run's first change, and the changes on disk are reported once, before the end", async () => {
  const { client, tiny, put, run, work, told } = await startWorker();
  put("a", "1");
  const { sessionId, runId } = await run("go", { edits: { a: "2", b: "new" }, commands: { c: "made" } });
  tiny.work = async (given) => {
    const { say, speaker: by } = given;
    // A program's own report is not shown in addition to the report of the files.
    say({ type: "change_report", files: [{ path: "elsewhere", status: "added" }], ...by });
    work(given, { edits: { b: "newer" } });
  };
  await client.chat("again", { session_id: sessionId });
  await expect.poll(() => told(sessionId, "change_report")).toHaveLength(2);
  const types = (await client.log(sessionId)).map(({ type }) => type);
  expect(types.filter((type) => /^(tool_call|checkpoint|change_report|run_)/.test(type))).toEqual([
    ...["run_started", "checkpoint_saved", ...Array(3).fill("tool_call_start"), "change_report", "run_ended"],
    ...["run_started", "checkpoint_saved", "tool_call_start", "change_report", "run_ended"],
  ]);
  const [first, second] = await told(sessionId, "change_report");
  expect(first).toEqual({
    ...{ ...stamps, ts: expect.any(Number), type: "change_report", runId, agentId: "own" },
    files: [
      { path: "a", status: "modified", added: 1, removed: 1, diff: expect.stringContaining("-1") },
      { path: "b", ...made, diff: lineOf("new") },
      { path: "c", ...made, diff: lineOf("made") },
    ],
    ...{ truncatedCount: 0, added: 3, removed: 1, before: hash, after: hash },
  });
  expect(second).toMatchObject({ files: [{ path: "b", status: "modified" }], before: first?.after });
  const saved = await told(sessionId, "checkpoint_saved");
  expect(saved.map((event) => event.hash)).toEqual([first?.before, second?.before]);
});

test("[CP13] a run that calls no tool has neither checkpoint nor report", async () => {
  const { client, tiny, put, told } = await startWorker();
  tiny.work = async () => put("by-hand", "meanwhile");
  const { session_id, run_id } = await client.chat("say hello");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
  expect([await told(session_id, "checkpoint_saved"), await told(session_id, "change_report")]).toEqual([
    [],
    [],
  ]);
});

test("[CP13] files that change while a run only reads are reported, and rewound only if they are selected", async () => {
  const { client, tiny, put, files, told } = await startWorker();
  put("a", "1");
  const look = (text: string, meanwhile: () => void, session_id?: string) => {
    tiny.work = async ({ say, speaker: by }) => {
      say({ type: "tool_call_start", callId: text, toolName: "Read", input: { file_path: "a" }, ...by });
      meanwhile();
      say({ type: "tool_result", callId: text, toolName: "Read", ok: true, ...by });
    };
    return client.chat(text, session_id === undefined ? {} : { session_id });
  };
  const { session_id, seq } = await look("look", () => put("a", "2"));
  await expect.poll(() => told(session_id, "run_ended")).toHaveLength(1);
  await look("look again", () => undefined, session_id);
  await expect.poll(() => told(session_id, "run_ended")).toHaveLength(2);
  const types = (await client.log(session_id)).map(({ type }) => type);
  expect(types.filter((type) => /^(tool_call|checkpoint|change_report|run_)/.test(type))).toEqual([
    ...["run_started", "tool_call_start", "checkpoint_saved", "change_report", "run_ended"],
    ...["run_started", "tool_call_start", "run_ended"],
  ]);
  const [saved] = await told(session_id, "checkpoint_saved");
  expect(await told(session_id, "change_report")).toMatchObject([
    { files: [{ path: "a", status: "modified", added: 1, removed: 1 }], before: saved?.hash },
  ]);
  const rewind = (body: object) =>
    client.ask("POST", `/api/sessions/${session_id}/rewind`, {
      ...{ seq, conversation: false, files: true },
      ...body,
    });
  expect((await rewind({})).body).toMatchObject({ files: { restored: 0, left: ["a"] } });
  expect(files()).toEqual({ a: "2" });
  await rewind({ paths: ["a"] });
  expect(files()).toEqual({ a: "1" });
});

test("[CP12] a run that is cancelled, fails or loses its program has its report too", async () => {
  const { client, tiny, work, told } = await startWorker();
  const endings: Record<string, (runId: string) => Promise<void> | void> = {
    cancelled: async (runId) => void (await client.post("/api/agent-cancel", { run_id: runId })),
    failed: () => undefined,
    died: () => tiny.die(),
  };
  for (const [name, end] of Object.entries(endings)) {
    tiny.work = async (given) => {
      work(given, { edits: { [name]: "new" } });
      const failure = { code: "agent_error", message: "No." };
      if (name === "failed")
        given.say({ type: "run_ended", outcome: "failed", error: failure, ...given.speaker });
      return false;
    };
    const { session_id, run_id = "" } = await client.chat(name);
    const follower = await Follower.open(client, session_id);
    await follower.whenEvent("tool_result");
    await end(run_id);
    await follower.whenEvent("run_ended");
    await expect.poll(() => told(session_id, "change_report")).toMatchObject([{ files: [{ path: name }] }]);
  }
});

test("[CP14] two sessions that run at once each get their own changes, and files that either may have changed name the other", async () => {
  const { client, tiny, work, told } = await startWorker();
  const release = Promise.withResolvers<void>();
  tiny.work = async (given) => {
    work(given, { edits: { "by-a": "1", both: "1" } });
    await release.promise;
  };
  const a = await client.chat("first");
  await (await Follower.open(client, a.session_id)).whenEvent(
    "tool_result",
    ({ callId }) => callId === "call2",
  );
  tiny.work = async (given) => work(given, { edits: { "by-b": "2", both: "2" }, commands: { unclear: "?" } });
  const b = await client.chat("second");
  await (await Follower.open(client, b.session_id)).whenEvent("run_ended");
  release.resolve();
  await (await Follower.open(client, a.session_id)).whenEvent("run_ended");
  const reported = async (sessionId: string) =>
    (await told(sessionId, "change_report")).flatMap(({ files }) =>
      files.map((file) => [file.path, file.alsoChangedBy ?? null]),
    );
  const also = (sessionId: string, title: string) => [{ sessionId, title }];
  expect([await reported(a.session_id), await reported(b.session_id)]).toEqual([
    [
      ["both", also(b.session_id, "second")],
      ["by-a", null],
    ],
    [
      ["both", also(a.session_id, "first")],
      ["by-b", null],
      ["unclear", null],
    ],
  ]);
});

test("[CP7] if the project cannot be saved, one notice reports it, and the program's own report is shown", async () => {
  const { client, tiny, told, work, put } = await startWorker();
  put("a", "1");
  vi.stubEnv("PATH", "");
  tiny.work = async (given) => {
    work(given, { edits: { a: given.text } });
    given.say({ type: "change_report", files: [{ path: "own", status: "added" }], ...given.speaker });
  };
  const { session_id } = await client.chat("2");
  await expect.poll(() => told(session_id, "run_ended")).toHaveLength(1);
  await client.chat("3", { session_id });
  await expect.poll(() => told(session_id, "run_ended")).toHaveLength(2);
  vi.unstubAllEnvs();
  const reports = await told(session_id, "change_report");
  expect(reports.map(({ files }) => files.map(({ path }) => path))).toEqual([["own"], ["own"]]);
  const notices = await told(session_id, "notice");
  expect(notices.map(({ code, text }) => [code, text])).toEqual([
    [
      "no_checkpoint",
      expect.stringMatching(/^No checkpoint for this run: .*git.* Its file changes cannot be rewound\.$/),
    ],
  ]);
});
