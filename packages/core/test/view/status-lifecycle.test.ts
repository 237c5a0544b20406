import { expect, test } from "vitest";
import {
  nextStatusLine,
  type StatusChange,
  type StatusLine,
  type StatusReport,
  showStatus,
} from "../../src/view/status-lifecycle.ts";
import { statusOrder } from "../../src/view/status-text.ts";

function play(...reports: Omit<StatusReport, "id">[]): StatusChange[] {
  let line: StatusLine | null = null;
  return reports.flatMap((report, index) => {
    const step = nextStatusLine(line, { ...report, id: `s${index + 1}` });
    line = step.line;
    return step.changes;
  });
}

test("[V11] each status ends the one before it, and idle ends the last; a model that loads is no activity", () => {
  expect(play(...statusOrder.map((status) => ({ status })))).toEqual([
    { phase: "doing", id: "s2", status: "thinking", text: "Thinking..." },
    { phase: "done", id: "s2", status: "thinking", text: "Thinking..." },
    { phase: "doing", id: "s3", status: "calling_tool", text: "Calling tool" },
    { phase: "done", id: "s3", status: "calling_tool", text: "Calling tool" },
    { phase: "doing", id: "s4", status: "working", text: "Running" },
    { phase: "done", id: "s4", status: "working", text: "Running" },
  ]);
});

test("[V11] the same status keeps its id and updates", () => {
  expect(
    play(
      { status: "working", detail: "Compiling" },
      { status: "working", detail: "Linking" },
      { status: "idle" },
    ),
  ).toEqual([
    { phase: "doing", id: "s1", status: "working", text: "Compiling" },
    { phase: "doing", id: "s1", status: "working", text: "Linking" },
    { phase: "done", id: "s1", status: "working", text: "Linking" },
  ]);
});

test("[V11] each call is an activity of its own and gets its done", () => {
  const line = { status: "calling_tool" };
  expect(
    play(
      { ...line, detail: "Reading a.ts" },
      { ...line, detail: "Reading a.ts" },
      { ...line, detail: "Reading b.ts" },
      { ...line, toolName: "Bash" },
      { status: "model_loading", detail: "some-model" },
    ),
  ).toEqual([
    { phase: "doing", id: "s1", ...line, text: "Reading a.ts" },
    { phase: "doing", id: "s1", ...line, text: "Reading a.ts" },
    { phase: "done", id: "s1", ...line, text: "Reading a.ts" },
    { phase: "doing", id: "s3", ...line, text: "Reading b.ts" },
    { phase: "done", id: "s3", ...line, text: "Reading b.ts" },
    { phase: "doing", id: "s4", ...line, text: "Running a command" },
    { phase: "done", id: "s4", ...line, text: "Running a command" },
  ]);
});

test("[V11] idle is said once", () => {
  expect(play({ status: "idle" }, { status: "idle" })).toEqual([]);
});

test("[V11] a status that nobody knows is a line too", () => {
  expect(play({ status: "dreaming" })).toEqual([
    { phase: "doing", id: "s1", status: "dreaming", text: "dreaming" },
  ]);
});

test("[V11] a line that is done replaces the line that was being done", () => {
  const changes = play(
    { status: "thinking" },
    { status: "working", detail: "Compiling" },
    { status: "idle" },
  );
  expect(changes.reduce(showStatus, [] as readonly StatusChange[])).toEqual([
    { phase: "done", id: "s1", status: "thinking", text: "Thinking..." },
    { phase: "done", id: "s2", status: "working", text: "Compiling" },
  ]);
});
