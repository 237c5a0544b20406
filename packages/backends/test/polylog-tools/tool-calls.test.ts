import type { PolylogToolset } from "@polylog/core";
import { expect, test } from "vitest";
import { answerMcp } from "../../src/polylog-tools/mcp-messages.ts";
import { PolylogToolCalls } from "../../src/polylog-tools/tool-calls.ts";
import { type PolylogToolsLog, testTools } from "../conformance/support/polylog-tools.ts";

function createTools(): { calls: PolylogToolCalls; log: PolylogToolsLog; tools: PolylogToolset } {
  const log: PolylogToolsLog = { calls: [] };
  const tools = testTools(log);
  return { calls: new PolylogToolCalls(tools), log, tools };
}

const input = { text: "Ada" };

test("[OT3] a call returns its tool's result or error; a call of an unknown tool fails", async () => {
  const { calls } = createTools();
  const call = (name: string) => calls.call({ id: name, runId: "r", callId: null, name, input });
  expect([await call("test_greet"), await call("test_fail"), await call("test_none")]).toEqual([
    { text: "Greetings, Ada", isError: false },
    { text: "No Ada today", isError: true },
    { text: "Polylog has no tool named test_none.", isError: true },
  ]);
});

test("[OT3] without tools every call fails", async () => {
  const calls = new PolylogToolCalls(null);
  expect([
    calls.list,
    await calls.call({ id: "1", runId: null, callId: null, name: "test_greet", input }),
  ]).toEqual([[], { text: "Polylog has no tool named test_greet.", isError: true }]);
});

test("[OT4] calls are stopped by id, by run, or all at once; other calls continue", async () => {
  const { calls, log } = createTools();
  const wait = (id: string, runId: string) =>
    calls.call({ id, runId, callId: null, name: "test_wait", input });
  const waiting = [wait("1", "a"), wait("2", "b"), wait("3", "c")];
  const stopped = () => log.calls.map(({ isStopped }) => isStopped);
  calls.stop("1");
  calls.stop("unknown");
  const afterId = stopped();
  calls.stopWhere((runId) => runId === "b");
  const afterRun = stopped();
  calls.stopAll();
  expect({ afterId, afterRun, afterAll: stopped(), results: await Promise.all(waiting) }).toEqual({
    afterId: [true, false, false],
    afterRun: [true, true, false],
    afterAll: [true, true, true],
    results: [null, null, null],
  });
});

test("[OT4] a tool that ignores its signal is not awaited", async () => {
  const { tools } = createTools();
  const calls = new PolylogToolCalls({ ...tools, call: () => new Promise(() => undefined) });
  const result = calls.call({ id: "1", runId: "a", callId: null, name: "test_wait", input });
  calls.stopAll();
  expect(await result).toBe(null);
});

test("[OT1] [OT3] [OT4] as an MCP server, tools are listed, called and stopped", async () => {
  const { calls, log, tools } = createTools();
  const answerer = { calls, runOf: (callId: string | null) => (callId === "toolu_1" ? "run1" : null) };
  const ask = (id: number, method: string, params: object = {}) =>
    answerMcp({ jsonrpc: "2.0", id, method, params }, answerer);
  const greet = { name: "test_greet", arguments: input, _meta: { "claudecode/toolUseId": "toolu_1" } };
  const waiting = ask(7, "tools/call", { name: "test_wait" });
  await answerMcp({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } }, answerer);
  const text = (said: string, isError: boolean) => ({ content: [{ type: "text", text: said }], isError });
  expect([
    await ask(1, "initialize", { protocolVersion: "2025-11-25" }),
    await answerMcp({ jsonrpc: "2.0", method: "notifications/initialized" }, answerer),
    await ask(2, "ping"),
    await ask(3, "tools/list"),
    await ask(4, "tools/call", greet),
    await ask(5, "tools/call", {}),
    await ask(6, "resources/list"),
    await waiting,
    log.calls.map(({ runId, callId }) => [runId, callId]),
  ]).toEqual([
    {
      jsonrpc: "2.0",
      id: 1,
      result: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "polylog", version: "1" },
      },
    },
    null,
    { jsonrpc: "2.0", id: 2, result: {} },
    {
      jsonrpc: "2.0",
      id: 3,
      result: { tools: tools.list.map((tool) => ({ ...tool, _meta: { "anthropic/alwaysLoad": true } })) },
    },
    { jsonrpc: "2.0", id: 4, result: text("Greetings, Ada", false) },
    { jsonrpc: "2.0", id: 5, result: text("Polylog has no tool named undefined.", true) },
    { jsonrpc: "2.0", id: 6, error: { code: -32601, message: "Method not found: resources/list" } },
    { jsonrpc: "2.0", id: 7, result: text("The call was stopped.", true) },
    [
      [null, undefined],
      ["run1", "toolu_1"],
    ],
  ]);
});
