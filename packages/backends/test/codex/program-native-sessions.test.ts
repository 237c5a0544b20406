import { expect, onTestFinished, test } from "vitest";
import { codexSessions, turnEvents } from "../../src/codex/native-sessions.ts";
import { codex } from "../conformance/programs/codex.ts";
import { TestBench } from "../conformance/support/bench.ts";
import { shapeOf } from "../conformance/support/shape.ts";
import { TestLog } from "../conformance/support/test-log.ts";
import { bodiesOf } from "../native-store/bodies.ts";

test("[CX14] threads of a project are listed, and their history uses the same translator", async () => {
  const bench = await TestBench.open(codex);
  onTestFinished(() => bench.remove());
  await bench.play("Fix it. [[think Hm. ++ shell exit 3]] [[write a.txt one]] [[say Fixed.]]");
  await bench.play("[[say And now?]]");
  const nativeId = (await bench.connect()).nativeSessionId ?? "";
  await bench.stop();
  const place = { projectRoot: bench.projectRoot, agentId: "agent", settings: await bench.settings() };
  const listed = await codexSessions.list(place);
  expect(listed.map((session) => ({ ...session, updatedTs: session.updatedTs > 0 }))).toEqual([
    {
      nativeId,
      title: "Fix it. [[think Hm. ++ shell exit 3]] [[write a.txt one]] [[say Fixed.]]",
      updatedTs: true,
    },
  ]);
  const log = new TestLog();
  for (const event of bodiesOf(await codexSessions.read(nativeId, place))) log.append(event);
  expect({ shape: shapeOf(codex, log.conversation), faults: log.faults() }).toEqual({
    shape: shapeOf(codex, bench.conversation()),
    faults: [],
  });
  const elsewhere = { ...place, projectRoot: bench.projectRoot.replace(/project$/, "home") };
  expect([await codexSessions.list(elsewhere), await codexSessions.read(nativeId, elsewhere)]).toEqual([
    [],
    {
      ok: false,
      code: "not_found",
      message: "Codex has no thread with this ID in this project. Check the list of its threads.",
    },
  ]);
});

test("[CX14] a missing thread has no history, and without the program no thread has", async () => {
  const bench = await TestBench.open(codex);
  onTestFinished(() => bench.remove());
  const settings = await bench.settings();
  const place = { projectRoot: bench.projectRoot, agentId: "agent", settings };
  const missing = { ...place, settings: { ...settings, command: "/no/such/codex" } };
  expect([
    await codexSessions.read("00000000-0000-7000-8000-000000000000", place),
    await codexSessions.list(missing),
    await codexSessions.read("any", missing),
  ]).toEqual([
    {
      ok: false,
      code: "not_found",
      message: "Codex has no thread with this ID in this project. Check the list of its threads.",
    },
    [],
    { ok: false, code: "program_failed", message: expect.stringContaining("/no/such/codex") },
  ]);
});

test("[CX14] an old plan does not wait for an answer, and a turn without an end was cancelled", () => {
  const turns = [
    {
      id: "t1",
      status: "inProgress",
      items: [
        { type: "userMessage", id: "u", content: [{ type: "text", text: "Plan it" }] },
        { type: "plan", id: "p", text: "# The plan" },
      ],
    },
    { status: "completed" },
  ];
  const runRef = { runId: "codex-thread-t1", agentId: "agent" };
  expect(bodiesOf(turnEvents("thread", turns, "agent").finish(0, "agent"))).toEqual([
    { type: "user_message", text: "Plan it", delivery: "run", ...runRef },
    { type: "run_started", trigger: "message", ...runRef },
    { type: "text_done", responseId: "p", text: "# The plan", ...runRef },
    { type: "run_ended", outcome: "cancelled", ...runRef },
  ]);
});
