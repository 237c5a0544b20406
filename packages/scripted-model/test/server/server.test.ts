import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { limits, scriptedModelCommand, startScriptedModel } from "../../src/index.ts";
import { post, running } from "../running.ts";

const hello = { model: "m", messages: [{ role: "user", content: "[[say hello]]" }] };
const anthropicVersion = { "anthropic-version": "2023-06-01" };

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "scripted-model-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("[S1] each request is a line in the log, with the request without secrets, and the source of the answer", async () => {
  const file = path.join(temporaryFolder(), "requests.jsonl");
  const { model } = await running({ log: file });
  await post(model, "/v1/chat/completions?beta=true", hello, {
    authorization: "Bearer abc",
    "x-api-key": "abc",
  });
  await post(model, "/v1/nothing", "no json");
  const lines = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(lines).toEqual(model.requests);
  expect(lines).toEqual([
    {
      number: 1,
      method: "POST",
      path: "/v1/chat/completions",
      api: "chat",
      model: "m",
      headers: expect.objectContaining({
        "content-type": "application/json",
        authorization: "(hidden)",
        "x-api-key": "(hidden)",
      }),
      body: hello,
      step: "[[say hello]]",
      status: 200,
      usage: { input: 4, cached: 0, written: 0, output: 2, reasoning: 0 },
    },
    {
      number: 2,
      method: "POST",
      path: "/v1/nothing",
      api: null,
      model: null,
      headers: expect.anything(),
      body: "no json",
      step: "refused: Not found: /v1/nothing",
      status: 404,
      usage: null,
    },
  ]);
  expect(readFileSync(file, "utf8")).not.toContain("abc");
});

test("[S2] a log that cannot be written is an error at startup", async () => {
  const file = path.join(temporaryFolder(), "no", "such", "folder");
  await expect(startScriptedModel({ log: file })).rejects.toMatchObject({ code: "ENOENT" });
});

test("[S2] a port that is in use is an error at startup", async () => {
  const { model } = await running();
  const port = Number(new URL(model.url).port);
  await expect(startScriptedModel({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("[S3] invalid requests are rejected in the format of the API", async () => {
  const { model } = await running();
  const ask = async (where: string, body: unknown, headers = {}) => {
    const answer = await post(model, where, body, headers);
    return [answer.status, await answer.json()];
  };
  const claude = (type: string, message: string) => ({
    type: "error",
    error: { type, message },
    request_id: expect.stringMatching(/^req_[0-9a-f]{16}$/),
  });
  const openai = (message: string, code: string | null = null) => ({
    error: { message, type: "invalid_request_error", param: null, code },
  });
  expect(await ask("/v1/messages", "{")).toEqual([
    400,
    claude("invalid_request_error", "The body is not valid JSON."),
  ]);
  expect(await ask("/v1/responses", "{")).toEqual([400, openai("The body is not valid JSON.")]);
  expect(await ask("/v1/chat/completions", { model: "m", messages: [] })).toEqual([
    400,
    openai(expect.stringMatching(/^messages: /) as unknown as string),
  ]);
  expect(await ask("/v1/messages", { model: "m", messages: [{ role: "user", content: 7 }] })).toEqual([
    400,
    claude("invalid_request_error", expect.stringMatching(/^messages\.0\.content: /) as unknown as string),
  ]);
  expect(await ask("/nothing", {})).toEqual([404, openai("Not found: /nothing", "not_found")]);
  expect(await ask("/nothing", {}, anthropicVersion)).toEqual([
    404,
    claude("not_found_error", "Not found: /nothing"),
  ]);
});

test("[S3] a wrong method returns 405 and names the right one", async () => {
  const { model } = await running();
  const answer = await fetch(`${model.url}/v1/messages`, { headers: anthropicVersion });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  expect((await fetch(`${model.url}/v1/models`, { method: "DELETE" })).status).toBe(405);
});

test("[S4] a history with a call without a result, or a result without a call, is rejected", async () => {
  const { model } = await running();
  const user = hello.messages[0];
  const refused = async (where: string, body: object) => {
    const answer = await post(model, where, { model: "m", ...body });
    return [answer.status, ((await answer.json()) as { error: { message: string } }).error.message];
  };
  const use = { role: "assistant", content: [{ type: "tool_use", id: "a", name: "Bash", input: {} }] };
  const calls = { role: "assistant", content: null, tool_calls: [{ id: "a", function: { name: "Bash" } }] };
  const item = { type: "function_call", call_id: "a", name: "Bash", arguments: "{}" };
  expect(await refused("/v1/messages", { messages: [user, use, user] })).toEqual([
    400,
    "messages: `tool_use` ids without `tool_result` blocks in the next message: a",
  ]);
  expect(await refused("/v1/chat/completions", { messages: [user, calls, user] })).toEqual([
    400,
    "An assistant message with 'tool_calls' must be followed by a tool message for each 'tool_call_id'; missing: a",
  ]);
  expect(await refused("/v1/responses", { input: [user, item] })).toEqual([
    400,
    "No tool output found for function call a.",
  ]);
  expect(
    await refused("/v1/chat/completions", {
      messages: [user, { role: "tool", tool_call_id: "b", content: "x" }],
    }),
  ).toEqual([400, "A message with role 'tool' must answer a preceding message with 'tool_calls'; found b"]);
});

test("[B1] a body over the limit is rejected, and the server continues", async () => {
  const { model } = await running();
  const answer = await post(model, "/v1/messages", `"${"x".repeat(limits.bodyBytes)}"`);
  expect([answer.status, ((await answer.json()) as { error: { type: string } }).error.type]).toEqual([
    413,
    "request_too_large",
  ]);
  expect((await post(model, "/v1/chat/completions", hello)).status).toBe(200);
});

test("[B3] the latest requests are kept, the oldest dropped", async () => {
  const { model } = await running();
  for (let sent = 0; sent < limits.rememberedRequests + 5; sent += 1) await fetch(`${model.url}/v1/models`);
  expect([model.requests.length, model.requests[0]?.number]).toEqual([limits.rememberedRequests, 6]);
});

test("[S5] the command prints its URL and serves until it is stopped", async () => {
  const stop = new AbortController();
  let url = "";
  const ended = new Promise<void>((resolve, reject) => {
    const write = (text: string) => {
      url = (JSON.parse(text) as { url: string }).url;
      resolve();
    };
    scriptedModelCommand({}, { write, stop: stop.signal }).then(() => {
      url = "closed";
    }, reject);
  });
  await ended;
  expect((await fetch(`${url}/v1/models`)).status).toBe(200);
  const address = url;
  stop.abort();
  await expect.poll(() => url).toBe("closed");
  await expect(fetch(`${address}/v1/models`)).rejects.toThrow("fetch failed");
});

test("[S6] with a key set, requests without it are rejected", async () => {
  const { model } = await running({ key: "right" });
  const ask = async (headers: Record<string, string>) =>
    (await post(model, "/v1/chat/completions", hello, headers)).status;
  expect([
    await ask({}),
    await ask({ authorization: "Bearer wrong" }),
    await ask({ authorization: "Bearer right" }),
    await ask({ "x-api-key": "right" }),
  ]).toEqual([401, 401, 200, 200]);
});
