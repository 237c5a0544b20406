import type { DayUsage, RunRow } from "@polylog/client";
import { emptyConversation, foldAll, parseEvent } from "@polylog/core";
import { expect, test } from "vitest";
import { findHits } from "../../src/find/find-hits.ts";
import { deviceName } from "../../src/pages/devices/device-name.ts";
import { roundUp } from "../../src/pages/usage/chart-scale.ts";
import {
  costText,
  daysBetween,
  sharesBy,
  sharesOfRuns,
  sumOf,
  sumOfRuns,
  tokensOf,
} from "../../src/pages/usage/usage-sums.ts";
import { parseRoute, routePath } from "../../src/routing/route.ts";

const row: DayUsage = {
  day: "2026-01-02",
  projectRoot: "/p",
  agentId: "claude",
  subagent: false,
  model: "opus",
  runs: 1,
  inputTokens: 10,
  outputTokens: 5,
  cacheReadTokens: 2,
  cacheWriteTokens: 1,
  reasoningTokens: 0,
  costUsd: 0.5,
  costComplete: true,
};

test("a sum with an unknown price is a lower bound, and without any price it is unknown", () => {
  const unknown = { ...row, costUsd: null, costComplete: false };
  expect(costText(sumOf([row, row]))).toBe("$1.00");
  expect(costText(sumOf([row, unknown]))).toBe("≥ $0.50");
  expect(costText(sumOf([unknown]))).toBe("unknown");
  expect(costText(sumOf([{ ...row, costUsd: 0 }]))).toBe("$0");
  expect(tokensOf(sumOf([row, unknown]))).toBe(36);
});

test("runs without reported usage make the cost a minimum, unless their agent reports usage otherwise", () => {
  const silent = { ...row, model: null, costUsd: null, costComplete: false };
  expect(costText(sumOf([row, silent]))).toBe("$0.50");
  expect(costText(sumOf([row, { ...silent, agentId: "kimi" }]))).toBe("≥ $0.50");
  const used = { ...row, model: "opus", costUsd: 0.5 };
  const run = { agentId: "claude", usage: [used], costUsd: 0.5, costComplete: true } as unknown as RunRow;
  const none = { ...run, usage: [], costUsd: 0, costComplete: false };
  expect(costText(sumOfRuns([run, none]))).toBe("$0.50");
  expect(costText(sumOfRuns([run, { ...none, agentId: "kimi" }]))).toBe("≥ $0.50");
  expect(costText(sumOfRuns([none]))).toBe("unknown");
});

test("shares are sorted by size and include the part of subagents", () => {
  const rows = [row, { ...row, agentId: "codex", costUsd: 2 }, { ...row, subagent: true, costUsd: 0.25 }];
  const shares = sharesBy(
    rows,
    ({ agentId }) => agentId,
    ({ costUsd }) => costUsd,
  );
  expect(shares.map(({ name, sum, subagents }) => [name, sum.costUsd, subagents.costUsd])).toEqual([
    ["codex", 2, 0],
    ["claude", 0.75, 0.25],
  ]);
});

test("a session's models are summed over its runs, with subagents counted separately; a missing price is unknown", () => {
  const used = (model: string, costUsd: number, costComplete = true) => ({
    ...{ model, inputTokens: 10, outputTokens: 5, cacheReadTokens: 2, cacheWriteTokens: 1 },
    ...{ reasoningTokens: 0, costUsd, costComplete },
  });
  const run = { parentRunId: null, usage: [used("opus", 0.5), used("local", 0, false)] } as unknown as RunRow;
  const below = { parentRunId: "r", usage: [used("opus", 0.25)] } as unknown as RunRow;
  expect(
    sharesOfRuns([run, below]).map(({ name, sum, subagents }) => [name, costText(sum), costText(subagents)]),
  ).toEqual([
    ["opus", "$0.75", "$0.25"],
    ["local", "unknown", "$0"],
  ]);
});

test("a range of days crosses month ends and daylight saving time", () => {
  expect(daysBetween(new Date(2026, 1, 27), new Date(2026, 2, 1))).toEqual([
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
  ]);
  expect(daysBetween(new Date(2026, 9, 1), new Date(2026, 10, 30, 23, 59)).length).toBe(61);
  expect(daysBetween(new Date(2026, 0, 5, 23), new Date(2026, 0, 5, 1))).toEqual(["2026-01-05"]);
});

test("an axis ends at a round number at or above the greatest value", () => {
  expect([0, 0.0042, 0.9, 1, 1.01, 5.3, 99, 101].map(roundUp)).toEqual([1, 0.005, 1, 1, 1.5, 6, 100, 150]);
});

test("every address leads back to its route", () => {
  const places = [
    "",
    "inbox",
    "missions",
    "usage",
    "usage/s%2F1",
    "settings/devices",
    "s/a",
    "s/a/e/tool%2F5",
    "s/a/a/ask",
    "s/a/q/12",
  ];
  expect(places.map((path) => routePath(parseRoute(path)))).toEqual(places);
  expect(["s/a/q/x", "usage/a/b", "s"].map((path) => parseRoute(path).page)).toEqual([
    "unknown",
    "unknown",
    "unknown",
  ]);
});

test("a device name contains browser and system", () => {
  expect(
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1",
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36",
      "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
      "something else",
    ].map(deviceName),
  ).toEqual(["Safari on iPhone", "Chrome on Android", "Firefox on Linux", "Browser"]);
});

test("text is found in messages, tool input and output, and subagents, at the entry that started them", () => {
  const bodies = [
    { type: "user_message", text: "Where is the Needle?" },
    { type: "run_started", runId: "r1" },
    {
      type: "tool_call_start",
      runId: "r1",
      callId: "c1",
      toolName: "Bash",
      input: { command: "grep needle" },
    },
    { type: "tool_result", runId: "r1", callId: "c1", toolName: "Bash", ok: true, result: "hay" },
    { type: "tool_call_start", runId: "r1", callId: "c2", toolName: "Task", input: { prompt: "look" } },
    { type: "subagent_spawned", runId: "r1", callId: "c2", childRunId: "r2", childAgentId: "claude" },
    { type: "text_done", runId: "r2", responseId: "t1", text: "A needle, below." },
    { type: "text_done", runId: "r1", responseId: "t2", text: "Nothing." },
  ];
  const events = bodies.map((body, index) => {
    const stamps = { id: `e${index}`, sessionId: "s", seq: index + 1, rev: 1, ts: index, agentId: "claude" };
    const parsed = parseEvent(JSON.stringify({ ...stamps, ...body }));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
    return parsed.event;
  });
  const conversation = foldAll(emptyConversation, events);
  const kinds = (typed: string) =>
    findHits(conversation, typed).map(
      ({ key }) => [...conversation.main.entries].find((entry) => entry.key === key)?.kind,
    );
  expect(kinds("needle")).toEqual(["message", "tool_call", "tool_call"]);
  expect(kinds(" HAY ")).toEqual(["tool_call"]);
  expect([kinds("nowhere"), kinds("  "), kinds("c1")]).toEqual([[], [], []]);
});
