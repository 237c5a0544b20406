import type { ToolCallEntry } from "@polylog/core";
import type { Bench, Scenario } from "../scenario.ts";

const start = { ownTools: true };

export const ownTools: readonly Scenario[] = [
  {
    name: "a tool of Polylog's own",
    start,
    run: async (bench) => {
      const runId = await bench.play(
        `${step(bench, "test_greet")} ${step(bench, "test_fail")} [[say Called both.]]`,
      );
      return [
        `offered: ${JSON.stringify(bench.requests()).includes('"Greets back')}`,
        `by its run: ${bench.ownCalls().every((call) => call.runId === runId)}`,
        ...resultsOf(bench, "Greetings, all", "No all today"),
        ...asks(bench),
      ];
    },
    expected: [
      ...["user", "mcp ok", "mcp failed", "agent: Called both.", "= completed"],
      ...["offered: true", "by its run: true"],
      ...["mcp__polylog__test_greet: Greetings, all", "mcp__polylog__test_fail: No all today", "asked 0"],
    ],
  },
  {
    name: "a tool of Polylog's own knows its call",
    start,
    run: async (bench) => {
      await bench.play(`${step(bench, "test_greet")} [[say Called it.]]`);
      const called = JSON.stringify(bench.ownCalls().map(({ callId }) => callId));
      return [`by its call: ${called === callIdsOf(bench)}`];
    },
    expected: ["user", "mcp ok", "agent: Called it.", "= completed", "by its call: true"],
  },
  {
    name: "a tool of Polylog's own after a restart",
    start,
    run: async (bench) => {
      await bench.play("[[say I keep it.]]");
      await bench.stop();
      await bench.play(`${step(bench, "test_greet")} [[say Called it.]]`);
      return [...resultsOf(bench, "Greetings, all"), ...asks(bench)];
    },
    expected: [
      ...["user", "agent: I keep it.", "= completed", "user", "mcp ok", "agent: Called it.", "= completed"],
      ...["mcp__polylog__test_greet: Greetings, all", "asked 0"],
    ],
  },
  {
    name: "cancel in a tool of Polylog's own",
    start,
    run: async (bench) => {
      const runId = await bench.prompt(`${step(bench, "test_wait")} [[say Not reached.]]`);
      await bench.ownCalled("test_wait");
      await bench.cancel(runId);
      await bench.ended(runId);
      await bench.play("[[say Still here.]]");
      return [`the tool was stopped: ${bench.ownCalls().every(({ isStopped }) => isStopped)}`];
    },
    expected: [
      ...["user", "mcp interrupted", "= cancelled", "user", "agent: Still here.", "= completed"],
      "the tool was stopped: true",
    ],
  },
];

function step(bench: Bench, name: string): string {
  return `[[tool ${bench.ownTool(name)} {"text":"all"}]]`;
}

function callsOf(bench: Bench): ToolCallEntry[] {
  const entries = bench.conversation().main.entries.slice();
  return entries.filter((entry) => entry.kind === "tool_call");
}

function callIdsOf(bench: Bench): string {
  return JSON.stringify(callsOf(bench).map(({ callId }) => callId));
}

/** What the calls returned. Some programs put words of their own around what a tool says. */
function resultsOf(bench: Bench, ...expected: readonly string[]): string[] {
  return callsOf(bench).map(({ rawName, result, error }, index) => {
    const said = result ?? error?.message ?? "";
    const wanted = expected[index] ?? "";
    return `${rawName}: ${said.includes(wanted) ? wanted : said}`;
  });
}

function asks(bench: Bench): string[] {
  return [`asked ${bench.events().filter(({ type }) => type === "permission_request").length}`];
}
