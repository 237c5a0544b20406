import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { deeds } from "./scenario/plain.ts";
import { isAsk, isEnd, startSession } from "./scenario/session.ts";
import { startStrangeServer } from "./scenario/strange-server.ts";

/** The same conversation over each API, with a fault, a cancel and a second run. The model checks the history. */
describe.each(["openai-compatible", "openai", "anthropic", "google"])("[BA20] over %s", (provider) => {
  const start = () =>
    startSession({
      settings: { apiKey: "sk-scripted-key" },
      options: { provider, max_retries: 2, reasoning: "low", max_output_tokens: 4000 },
    });

  test("[BA20] a run with thinking, calls and a fault, followed by a second run", async () => {
    const session = await start();
    writeFileSync(path.join(session.projectRoot, "a.txt"), "one\n");
    const script =
      "[[think Hm ++ say I look. ++ read a.txt ++ read a.txt]] [[error 500 1]] [[think So ++ say One.]]";
    const events = deeds(await session.play(script)).filter(
      (event) => !("signature" in event) && !("attempt" in event),
    );
    const call = (callId: string) => ({ callId, toolName: "Read" });
    const input = { file_path: "a.txt" };
    const results = events.filter(isResult);
    const rest = events.filter((event) => !isThought(event) && !isResult(event));
    expect([rest, results.map((event) => (event as { callId: string }).callId).sort()]).toEqual([
      [
        { type: "text_done", responseId: "response1", block: 1, text: "I look." },
        { type: "tool_call_start", ...call("call1"), responseId: "response1" },
        { type: "tool_call_start", ...call("call2"), responseId: "response1" },
        { type: "tool_call_start", ...call("call1"), input, responseId: "response1" },
        { type: "tool_call_start", ...call("call2"), input, responseId: "response1" },
        { type: "text_done", responseId: "response2", block: 1, text: "One." },
        { type: "run_ended", outcome: "completed", durationMs: 0, stopReason: expect.any(String) },
      ],
      ["call1", "call2"],
    ]);
    const next = await session.play("Again [[say Fine.]]");
    expect(deeds(next).at(0)).toEqual({
      type: "text_done",
      responseId: "response1",
      block: 0,
      text: "Fine.",
    });
    expect(session.requests().filter(({ status }) => status === 400)).toEqual([]);
    expect(session.conversation().faults.count).toBe(0);
  });

  test("[BA20] a cancel between calls leaves a history that the API accepts", async () => {
    const session = await start();
    const runId = await session.prompt("[[say Now. ++ shell echo 1 ++ shell echo 2]]");
    await session.until(isAsk);
    await session.connection.cancel(runId);
    await session.until((event) => isEnd(event, runId));
    const next = await session.play("Again [[say Fine.]]");
    expect(deeds(next).map((event) => (event as { text?: string }).text)).toContain("Fine.");
    expect(next.at(-1)).toMatchObject({ outcome: "completed" });
  });

  test("[BA18] [BA20] an image is sent to the model with its message, and again in the next run", async () => {
    const session = await start();
    const image = { mediaType: "image/png", data: "iVBORw0KGgo=" };
    await session.play("What is this? [[say A dot.]]", undefined, [image]);
    await session.play("Sure? [[say Yes.]]");
    const holds = session.requests().map(({ body }) => JSON.stringify(body).split(image.data).length - 1);
    expect(holds).toEqual([1, 1]);
  });
});

test("[BA20] a thought is sent back with its signature during the run, but not in the next run", async () => {
  const session = await startSession({
    settings: { apiKey: "sk-scripted-key" },
    options: { provider: "anthropic", reasoning: "low" },
  });
  await session.play("[[think Hm ++ read a]] [[say One.]]");
  await session.play("[[say Two.]]");
  const thoughts = session
    .requests()
    .map(({ body }) =>
      (body as { messages: { content: { type: string }[] }[] }).messages
        .flatMap(({ content }) => content)
        .filter(({ type }) => type === "thinking"),
    );
  expect(thoughts).toEqual([[], [{ type: "thinking", thinking: "Hm", signature: expect.any(String) }], []]);
});

test("[BA20] a run over Google's API", async () => {
  const server = await startStrangeServer((response, count) => {
    const call = { functionCall: { name: "Read", args: { file_path: "a" } }, thoughtSignature: "mark" };
    const part = count === 1 ? call : { text: "One." };
    const candidates = [{ content: { role: "model", parts: [part] }, finishReason: "STOP" }];
    const usageMetadata = { promptTokenCount: 7, candidatesTokenCount: 3, totalTokenCount: 10 };
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`data: ${JSON.stringify({ candidates, usageMetadata })}\n\n`);
  });
  const session = await startSession({
    settings: { apiKey: "key", baseUrl: server.url, model: "gemini-2.5-flash" },
    options: { provider: "google" },
  });
  const events = await session.play("Go");
  expect(deeds(events).slice(-2)).toEqual([
    { type: "text_done", responseId: "response2", block: 0, text: "One." },
    { type: "run_ended", outcome: "completed", durationMs: 0, stopReason: "STOP" },
  ]);
  const { contents } = JSON.parse(server.bodies.at(-1) ?? "") as {
    contents: { role: string; parts: object[] }[];
  };
  expect(
    contents.map(({ role, parts }) => [role, parts.flatMap((part) => Object.keys(part)).sort()]),
  ).toEqual([
    ["user", ["text"]],
    ["model", ["functionCall", "thoughtSignature"]],
    ["user", ["functionResponse"]],
  ]);
});

function isResult(event: object): boolean {
  return (event as { type: string }).type === "tool_result";
}

function isThought(event: object): boolean {
  return (event as { type: string }).type === "thinking_done";
}
