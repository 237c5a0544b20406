import type { Conversation, ToolCallEntry } from "@polylog/core";
import type { Bench, Heard, Scenario } from "../support/scenario.ts";

const start = { polylogTools: true };

export const polylogTools: readonly Scenario[] = [
  {
    name: "a tool of Polylog's own",
    start,
    run: async (bench) => {
      const runId = await bench.play(
        `${step(bench, "test_greet")} ${step(bench, "test_fail")} [[say Called both.]]`,
      );
      return [
        `offered: ${JSON.stringify(bench.requests()).includes('"Greets back')}`,
        `by its run: ${bench.polylogToolCalls().every((call) => call.runId === runId)}`,
      ];
    },
    tells: namesAndAsks,
    expected: [
      ...["user", "mcp ok: Greetings, all", "mcp failed: No all today", "agent: Called both.", "= completed"],
      ...[
        "mcp__polylog__test_greet",
        "mcp__polylog__test_fail",
        "asked 0",
        "offered: true",
        "by its run: true",
      ],
    ],
  },
  {
    name: "a tool of Polylog's own knows its call",
    start,
    run: async (bench) => {
      await bench.play(`${step(bench, "test_greet")} [[say Called it.]]`);
      const called = JSON.stringify(bench.polylogToolCalls().map(({ callId }) => callId));
      return [`by its call: ${called === callIdsOf(bench)}`];
    },
    expected: ["user", "mcp ok: Greetings, all", "agent: Called it.", "= completed", "by its call: true"],
  },
  {
    name: "a tool of Polylog's own after a restart",
    start,
    run: async (bench) => {
      await bench.play("[[say I keep it.]]");
      await bench.stop();
      await bench.play(`${step(bench, "test_greet")} [[say Called it.]]`);
      return undefined;
    },
    tells: namesAndAsks,
    expected: [
      ...["user", "agent: I keep it.", "= completed", "user", "mcp ok: Greetings, all", "agent: Called it."],
      ...["= completed", "mcp__polylog__test_greet", "asked 0"],
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
      return [`the tool was stopped: ${bench.polylogToolCalls().every(({ isStopped }) => isStopped)}`];
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

function callsOf({ main }: Conversation): ToolCallEntry[] {
  return main.entries.slice().filter((entry) => entry.kind === "tool_call");
}

function callIdsOf(bench: Bench): string {
  return JSON.stringify(callsOf(bench.conversation()).map(({ callId }) => callId));
}

function namesAndAsks({ conversation, events }: Heard): string[] {
  const asked = events.filter(({ type }) => type === "permission_request").length;
  return [...callsOf(conversation).map(({ rawName }) => rawName), `asked ${asked}`];
}
