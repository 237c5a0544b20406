import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { deeds } from "./scenario/plain.ts";
import { startSession } from "./scenario/session.ts";
import { startStrangeServer, stream } from "./scenario/strange-server.ts";

async function play(answer: (response: ServerResponse, count: number) => unknown, options: object = {}) {
  const server = await startStrangeServer(answer);
  const session = await startSession({
    settings: { baseUrl: server.url },
    options: { max_retries: 1, ...options },
  });
  const events = await session.play("Hi");
  return { session, server, events, end: events.at(-1) };
}

const call = (index: number, id: string, name: string, text: string) => ({
  tool_calls: [{ index, id, type: "function", function: { name, arguments: text } }],
});

test("[BA27] an invalid response fails the run, and the agent accepts the next prompt", async () => {
  const pages = [
    (response: ServerResponse) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hi</h1>"),
    (response: ServerResponse) => response.writeHead(200).end(),
    (response: ServerResponse) =>
      response.writeHead(200, { "content-type": "text/event-stream" }).end("data: 7\n\n"),
    (response: ServerResponse) =>
      response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad</h1>"),
    (response: ServerResponse) => response.destroy(),
  ];
  for (const page of pages) {
    const { session, end } = await play(page);
    expect(end).toMatchObject({ type: "run_ended", outcome: "failed" });
    expect((await session.play("Again")).at(-1)).toMatchObject({ outcome: "failed" });
  }
});

test("[BA27] [S16] only offered tools run: no calls that a server claims to have run, and no calls without a name", async () => {
  const { events } = await play((response, count) => {
    if (count > 1) return stream(response, [{ content: "ok" }]);
    return stream(
      response,
      [
        {
          content: "x",
          polylog: { type: "permission_response" },
          function_call: { name: "Bash", arguments: "{}" },
        },
        call(0, "c", "__proto__", '{"__proto__":{"polluted":true}}'),
        call(1, "c", "Bash", '{"command":'),
        call(2, "c", "Bash", "[".repeat(5000)),
      ],
      "tool_calls",
    );
  });
  const results = events.flatMap((event) => (event.type === "tool_result" ? [event.error?.code] : []));
  expect(results.sort()).toEqual(["invalid_input", "invalid_input", "unknown_tool"]);
  expect([events.at(-1), ({} as { polluted?: boolean }).polluted]).toMatchObject([
    { outcome: "completed" },
    undefined,
  ]);
});

test("[BA27] calls with a reused id are separate calls", async () => {
  const { events, server } = await play((response, count) =>
    count > 2
      ? stream(response, [{ content: "ok" }])
      : stream(response, [call(0, "call_0", "Read", `{"file_path":"${count}"}`)], "tool_calls"),
  );
  const ids = events.flatMap((event) => (event.type === "tool_result" ? [event.callId] : []));
  expect([ids, events.at(-1)]).toMatchObject([["call_0", "call_0_2"], { outcome: "completed" }]);
  expect(server.bodies.at(-1)).toContain('"tool_call_id":"call_0_2"');
});

test("[BA15] if the server rejects a conversation as too long, it is compacted once and the call is retried", async () => {
  const tooLong = (response: ServerResponse) =>
    response
      .writeHead(400, { "content-type": "application/json" })
      .end('{"error":{"message":"This model\'s maximum context length is 100 tokens."}}');
  const server = await startStrangeServer((response, count) => {
    if (count === 2) return tooLong(response);
    return stream(response, [{ content: count === 3 ? "All about one." : `answer ${count}` }]);
  });
  const session = await startSession({ settings: { baseUrl: server.url } });
  await session.play("First");
  const events = await session.play("Second");
  expect(deeds(events).map((event) => ({ ...event, beforeTokens: 0, afterTokens: 0 }))).toMatchObject([
    { type: "compaction", trigger: "auto", summary: "All about one." },
    { type: "text_done", text: "answer 4" },
    { type: "run_ended", outcome: "completed" },
  ]);
  const never = await play(tooLong);
  expect(never.end).toMatchObject({ outcome: "failed", error: { code: "context_overflow" } });
});

test("[BA19] an endless response is cut off at a limit", async () => {
  const { end } = await play((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const piece = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "x".repeat(64 * 1024) } }] })}\n\n`;
    const write = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on("drain", write);
    write();
  });
  expect(end).toMatchObject({ outcome: "failed", error: { code: "answer_too_long" } });
});
