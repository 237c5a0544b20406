import { expect, test } from "vitest";
import { liveRun } from "../../src/view/live-run.ts";
import { type Body, conversationOf } from "../log.ts";

const started: Body = { type: "run_started" };
const second = { ...started, runId: "run-2" } as Body;
const child: Body = { type: "run_started", runId: "run-3", parentRunId: "run-1" };
const ended: Body = { type: "run_ended", outcome: "completed" };

test.each<[string, Body[], string | null]>([
  ["no run", [], null],
  ["a running run", [started], "run-1"],
  ["the last of two running ones", [started, second], "run-2"],
  ["not its subagent's", [started, child], "run-1"],
  ["none after it ended", [started, ended], null],
])("the session's own live run: %s", (_, bodies, runId) => {
  expect(liveRun(conversationOf(...bodies))?.runId ?? null).toBe(runId);
});
