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

test("[V11] each status ends the one before it, and idle ends the last", () => {
  expect(play(...statusOrder.map((status) => ({ status })))).toEqual([
    { phase: "doing", id: "s1", status: "model_loading", text: "Model loading..." },
    { phase: "done", id: "s1", status: "model_loading", text: "Model loading..." },
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
      { status: "calling_tool", detail: "Reading a.ts" },
      { status: "calling_tool", detail: "Reading b.ts" },
      { status: "calling_tool", toolName: "Bash" },
      { status: "idle" },
    ),
  ).toEqual([
    { phase: "doing", id: "s1", status: "calling_tool", text: "Reading a.ts" },
    { phase: "doing", id: "s1", status: "calling_tool", text: "Reading b.ts" },
    { phase: "doing", id: "s1", status: "calling_tool", text: "Calling tool: Bash" },
    { phase: "done", id: "s1", status: "calling_tool", text: "Calling tool: Bash" },
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
