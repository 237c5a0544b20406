import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { deeds, plain } from "./scenario/plain.ts";
import { resultsIn } from "./scenario/requests.ts";
import { startSession } from "./scenario/session.ts";

const done = { type: "run_ended", outcome: "completed", durationMs: 0, stopReason: "stop" };

test("[BA1] a response is reported as it arrives, followed by its calls, their results and the next response", async () => {
  const session = await startSession({
    pieceChars: 4,
    options: { prices: { scripted: { input: 1, output: 2 } } },
  });
  writeFileSync(path.join(session.projectRoot, "a.txt"), "one\n");
  const script =
    "[[think Hm, so. ++ say I look. ++ usage 100 10 ++ read a.txt]] [[usage 150 20 ++ say It says one.]]";
  const events = await session.play(script);
  const [first, second] = ["response1", "response2"];
  const call = { callId: "call1", toolName: "Read" };
  expect(
    plain(
      events.filter(({ type }) => type !== "session_meta"),
      { usage: true },
    ),
  ).toEqual([
    { type: "agent_status", status: "model_loading" },
    { type: "agent_status", status: "model_loading", detail: "scripted" },
    { type: "agent_status", status: "thinking" },
    { type: "thinking_start", responseId: first, block: 0 },
    { type: "thinking_delta", responseId: first, block: 0, offset: 0, delta: "Hm, so." },
    { type: "thinking_done", responseId: first, block: 0, text: "Hm, so." },
    { type: "text_delta", responseId: first, block: 1, offset: 0, delta: "I look." },
    { type: "text_done", responseId: first, block: 1, text: "I look." },
    { type: "agent_status", status: "calling_tool", toolName: "Read" },
    { type: "tool_call_start", ...call, responseId: first },
    { type: "tool_input_delta", ...call, offset: 0, delta: '{"file_path":"a.txt"}', responseId: first },
    {
      ...{ type: "usage", model: "scripted", inputTokens: 100, outputTokens: 10, cacheReadTokens: 0 },
      ...{ cacheWriteTokens: 0, reasoningTokens: 2, costUsd: 0.00012, responseId: first },
    },
    { type: "context_usage", usedTokens: 110, messageCount: 2 },
    { type: "tool_call_start", ...call, input: { file_path: "a.txt" }, responseId: first },
    { type: "agent_status", status: "working", toolName: "Read" },
    { type: "tool_result", ...call, ok: true, result: "     1\tone", durationMs: 0 },
    { type: "agent_status", status: "model_loading", detail: "scripted" },
    { type: "agent_status", status: "thinking" },
    { type: "text_delta", responseId: second, block: 0, offset: 0, delta: "It says one." },
    { type: "text_done", responseId: second, block: 0, text: "It says one." },
    {
      ...{ type: "usage", model: "scripted", inputTokens: 150, outputTokens: 20, cacheReadTokens: 0 },
      ...{ cacheWriteTokens: 0, costUsd: 0.00019, responseId: second },
    },
    { type: "context_usage", usedTokens: 170, messageCount: 4 },
    { type: "agent_status", status: "idle" },
    {
      ...done,
      usage: [
        {
          ...{
            model: "scripted",
            inputTokens: 250,
            outputTokens: 30,
            cacheReadTokens: 0,
            cacheWriteTokens: 0,
          },
          ...{ reasoningTokens: 2, costUsd: 0.00031 },
        },
      ],
    },
  ]);
  expect(session.conversation().faults).toEqual({ count: 0, recent: [] });
});

test("[BA2] read-only calls run in parallel, changes one by one, and each result belongs to its call", async () => {
  const session = await startSession();
  writeFileSync(path.join(session.projectRoot, "a.txt"), "one\n");
  const events = await session.play(
    "[[read a.txt ++ read b.txt ++ shell echo 1 > n ++ shell cat n]] [[say ok]]",
  );
  const order = deeds(events).flatMap((event) => {
    const { type, callId, ok } = event as { type: string; callId?: string; ok?: boolean };
    return type === "permission_request" || type === "tool_result" ? [{ type, callId, ok }] : [];
  });
  const result = (callId: string, ok = true) => ({ type: "tool_result", callId, ok });
  const asked = (callId: string) => ({ type: "permission_request", callId, ok: undefined });
  expect([
    order.slice(0, 2).sort((a, b) => (a.callId ?? "").localeCompare(b.callId ?? "")),
    order.slice(2),
  ]).toEqual([
    [result("call1"), result("call2", false)],
    [asked("call3"), result("call3"), asked("call4"), result("call4")],
  ]);
  expect(resultsIn(session.requests().at(-1))).toEqual([
    "     1\tone",
    "b.txt does not exist. Find it with Glob or LS.",
    "(no output)",
    "1\n",
  ]);
});

test("[BA3] an invalid call returns its error, and the run continues", async () => {
  const session = await startSession();
  const events = await session.play(
    '[[tool Nope {"a":1} ++ tool Read {"file_path":7} ++ tool Read {}]] [[say ok]]',
  );
  const names =
    "Bash, BashOutput, KillShell, Read, Write, Edit, MultiEdit, Grep, Glob, LS, WebFetch, AskUser, Task, TodoWrite, finalize_task";
  const failed = (callId: string, toolName: string, code: string, result: string) => ({
    ...{
      type: "tool_result",
      callId,
      toolName,
      ok: false,
      result,
      error: { code, message: result },
      durationMs: 0,
    },
  });
  const expected = "expected string, received";
  expect(deeds(events).slice(-5)).toEqual([
    failed("call1", "Nope", "unknown_tool", `No tool is named Nope. Available tools: ${names}.`),
    failed(
      "call2",
      "Read",
      "invalid_input",
      `Invalid input for Read: file_path: Invalid input: ${expected} number.`,
    ),
    failed(
      "call3",
      "Read",
      "invalid_input",
      `Invalid input for Read: file_path: Invalid input: ${expected} undefined.`,
    ),
    { type: "text_done", responseId: "response2", block: 0, text: "ok" },
    done,
  ]);
});

test("[BA25] the to-do list and the final report are reported, and the report ends the run", async () => {
  const session = await startSession();
  const events = await session.play(
    '[[plan [x] one | [>] two]] [[tool finalize_task {"summary":"All done","ok":true}]] [[say never said]]',
  );
  expect(deeds(events).filter((event) => !("callId" in event) || "items" in event)).toEqual([
    {
      type: "todo_update",
      items: [
        { content: "one", status: "completed", activeForm: "one" },
        { content: "two", status: "in_progress", activeForm: "two" },
      ],
      callId: "call1",
    },
    { type: "finalize_task", summary: "All done", ok: true },
    { ...done, stopReason: "tool_calls" },
  ]);
});

test("[BA19] a long response arrives completely, and a run has a limit of steps", async () => {
  const session = await startSession();
  const events = await session.play("[[huge 600]]");
  const texts = events.flatMap((event) => (event.type === "text_done" ? [event.text.length] : []));
  expect(texts).toEqual([600 * 1024]);
  const short = await startSession({ options: { max_steps: 2 } });
  const ended = (await short.play("[[read a]] [[read b]] [[read c]]")).at(-1);
  expect(ended).toMatchObject({ outcome: "failed", error: { code: "too_many_steps" } });
});
