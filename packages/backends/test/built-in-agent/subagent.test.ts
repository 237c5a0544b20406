import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { EventBody } from "@polylog/core";
import { findRun, laneAt } from "@polylog/core";
import { expect, test } from "vitest";
import { deeds } from "./scenario/plain.ts";
import { toolNamesIn } from "./scenario/requests.ts";
import { isAsk, isEnd, startSession } from "./scenario/session.ts";

const prompt = "Look around [[shell echo in]] [[say found it]]";
const input = { description: "Look around", prompt, subagent_type: "general-purpose" };

test("[BA7] a subagent has its own run and its own asks, and its answer is the call's result", async () => {
  const session = await startSession();
  const events = await session.play(`[[subagent ${prompt} ]] [[say ok]]`);
  const task = { callId: "call1", toolName: "Task" };
  const shell = { run: "child1", callId: "call2", toolName: "Bash" };
  const command = { command: "echo in", description: "Run a command of the script" };
  const ended = { type: "run_ended", outcome: "completed", durationMs: 0, stopReason: "stop" };
  const shown = deeds(events).map((event) => ("options" in event ? { ...event, options: "all" } : event));
  expect(shown).toEqual([
    { type: "tool_call_start", ...task, responseId: "response1" },
    { type: "tool_call_start", ...task, input, responseId: "response1" },
    { type: "subagent_spawned", childRunId: "child1", callId: "call1", task: "Look around" },
    {
      ...{ run: "child1", type: "run_started", parentRunId: "run1", parentCallId: "call1" },
      ...{ task: "Look around", trigger: "subagent" },
    },
    { type: "tool_call_start", ...shell, responseId: "response2" },
    { type: "tool_call_start", ...shell, input: command, responseId: "response2" },
    { type: "permission_request", ...shell, requestId: "ask1", input: command, options: "all" },
    { type: "tool_output_delta", ...shell, offset: 0, delta: "in\n", stream: "stdout" },
    { type: "tool_result", ...shell, ok: true, result: "in\n", exitCode: 0, durationMs: 0 },
    { run: "child1", type: "text_done", responseId: "response3", block: 0, text: "found it" },
    { run: "child1", ...ended },
    { type: "subagent_result", childRunId: "child1", outcome: "completed", result: "found it" },
    { type: "tool_result", ...task, ok: true, result: "found it", durationMs: 0 },
    { type: "text_done", responseId: "response4", block: 0, text: "ok" },
    ended,
  ]);
  expect(session.conversation().faults.count).toBe(0);
  const child = session.conversation().runs.get(1);
  const lane = laneAt(session.conversation(), child?.lane ?? -1).entries.slice();
  expect(lane.map(({ kind }) => kind)).toEqual(["tool_call", "permission", "message"]);
});

test("[BA7] [IN7] a subagent's ask has the subagent's own mode if that is more restrictive than the agent's", async () => {
  const asks: (string | undefined)[] = [];
  for (const policy of ["ask", "full"]) {
    const session = await startSession({ settings: { permissionMode: "accept_edits" } });
    const folder = path.join(session.projectRoot, ".polylog/agents");
    mkdirSync(folder, { recursive: true });
    const file = `---\nname: careful\ndescription: Takes care.\npolicy: ${policy}\n---\nTake care.\n`;
    writeFileSync(path.join(folder, "careful.md"), file);
    const task = { description: "Write", prompt: "[[write b.txt 1]] [[say done]]", subagent_type: "careful" };
    const events = await session.play(`[[write a.txt 1]] [[tool Task ${JSON.stringify(task)}]] [[say ok]]`);
    asks.push(...events.flatMap((event) => (event.type === "permission_request" ? [event.mode] : [])));
  }
  // In an untrusted project, agents get no mode above ask.
  expect(asks).toEqual([undefined, "ask", undefined, "ask"]);
});

test("[BA7] subagents of one response run in parallel, up to the limit in the settings", async () => {
  const session = await startSession({ options: { subagents: { count: 2 } } });
  const each = (name: string) => `subagent ${name} [[read a]] [[say ${name} done]]`;
  const events = await session.play(`[[${each("one")} ++ ${each("two")} ++ ${each("three")} ]] [[say ok]]`);
  const results = events.flatMap((event) =>
    event.type === "tool_result" && event.toolName === "Task" ? [event.result] : [],
  );
  expect(results.sort()).toEqual([
    "A run may start at most 2 subagents. Do the rest yourself.",
    "one done",
    "two done",
  ]);
});

test("[BA7] subagents cannot nest deeper than the settings allow", async () => {
  const session = await startSession({ options: { subagents: { depth: 1 } } });
  await session.play("[[subagent Go [[subagent Deeper]] [[say end]] ]] [[say ok]]");
  const [, child] = session.requests().map(toolNamesIn);
  expect(child?.includes("Task")).toBe(false);
});

test("[BA7] [BA8] a cancel ends a subagent together with its parent run", async () => {
  const session = await startSession();
  const runId = await session.prompt(`[[subagent ${prompt} ]] [[say ok]]`);
  const before = await session.until(isAsk);
  await session.connection.cancel(runId);
  const after = await session.until((event) => isEnd(event, runId));
  const child = before.find((event) => event.type === "subagent_spawned")?.childRunId ?? "";
  expect(ends([...before, ...after])).toEqual([
    { runId: child, outcome: "cancelled" },
    { runId, outcome: "cancelled" },
  ]);
  expect(findRun(session.conversation(), child)?.outcome).toBe("cancelled");
});

test("[BA7] stopping only a subagent leaves its parent running", async () => {
  const session = await startSession();
  const runId = await session.prompt(`[[subagent ${prompt} ]] [[say ok]]`);
  const before = await session.until(isAsk);
  const child = before.find((event) => event.type === "subagent_spawned")?.childRunId ?? "";
  await session.connection.cancel(child);
  const after = await session.until((event) => isEnd(event, runId));
  expect(ends([...before, ...after])).toEqual([
    { runId: child, outcome: "cancelled" },
    { runId, outcome: "completed" },
  ]);
});

function ends(events: readonly EventBody[]) {
  return events.flatMap((event) => {
    return event.type === "run_ended" ? [{ runId: event.runId, outcome: event.outcome }] : [];
  });
}
