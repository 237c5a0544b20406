import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { makeStage } from "../built-in/support/stage.ts";
import { Follower } from "../reliability/support/follower.ts";
import { memoryDuring } from "../reliability/support/memory.ts";
import { spawnServer } from "../reliability/support/server-process.ts";

const MEGABYTE = 1024 * 1024;
/**
 * The memory of a maximum-length answer as objects, before garbage collection: far less than an endless
 * answer would use.
 */
const MOST = 450 * MEGABYTE;
const filler = Buffer.alloc(64 * 1024, "x");

/** A model server that never stops; it writes as fast as the client reads. */
async function hostileModel(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function pourInto(response: ServerResponse, next: (count: number) => Buffer | string): void {
  let count = 0;
  const pour = () => {
    while (!response.destroyed && response.write(next(count++))) {
      // The client reads more.
    }
  };
  response.on("drain", pour);
  pour();
}

function stream(next: (count: number) => Buffer | string, head = "") {
  return (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(head);
    pourInto(response, next);
  };
}

/** Runs one prompt of the built-in agent against the server; returns its outcome and its memory use. */
async function runAgainst(url: string, options: object = {}) {
  const { client } = await spawnServer(
    makeStage({ url } as never, { agent: { options: { max_retries: 0, ...options } } }),
  );
  const sessionId = await client.createSession();
  const follower = await Follower.open(client, sessionId);
  let ended: unknown;
  const grown = await memoryDuring(client, async () => {
    await client.chat("hello", { session_id: sessionId });
    ended = await follower.whenEvent("run_ended");
  });
  expect((await client.ask("GET", "/api/health")).status).toBe(200);
  return { ended, grown, events: follower.events };
}

const failed = (code: string, message: string) => ({
  ...{ outcome: "failed", error: { code, message: expect.stringContaining(message) } },
});

const chunkOf = (delta: object) =>
  `data: ${JSON.stringify({ id: "a", object: "chat.completion.chunk", choices: [{ index: 0, delta }] })}\n\n`;

for (const provider of ["openai-compatible", "openai", "anthropic", "google"]) {
  test(`[S36] a model server (${provider}) that streams one endless line uses bounded memory and fails the run`, async () => {
    const url = await hostileModel(stream(() => filler, "data: "));
    const { ended, grown } = await runAgainst(url, { provider });
    expect(ended).toMatchObject(failed("answer_too_long", "an event larger than 4 MB"));
    expect(grown).toBeLessThan(MOST);
  });
}

test("[S36] a model server that streams one event of endless short lines fails the run", async () => {
  const url = await hostileModel(stream(() => `data: ${"x".repeat(4096)}\n`));
  const { ended, grown } = await runAgainst(url);
  expect(ended).toMatchObject(failed("answer_too_long", "an event larger than 4 MB"));
  expect(grown).toBeLessThan(MOST);
});

test("[S36] a model server whose error never ends fails the run with its status", async () => {
  const url = await hostileModel((_, response) => {
    response.writeHead(500, { "content-type": "application/json" });
    pourInto(response, () => filler);
  });
  const { ended, grown } = await runAgainst(url);
  expect(ended).toMatchObject(failed("model_unavailable", "is not available (500)"));
  expect(grown).toBeLessThan(MOST);
});

test("[S36] a model server that streams small events endlessly fails the run", async () => {
  const many = Buffer.from(chunkOf({ content: "" }).repeat(500));
  const url = await hostileModel(stream(() => many));
  const { ended, grown } = await runAgainst(url);
  expect(ended).toMatchObject(failed("answer_too_long", "a response larger than 64 MB"));
  expect(grown).toBeLessThan(MOST);
});

test("[S36] a model server that starts tool calls endlessly fails the run", async () => {
  const call = (index: number) =>
    chunkOf({
      tool_calls: [{ index, id: `c${index}`, type: "function", function: { name: "Bash", arguments: "" } }],
    });
  const url = await hostileModel(stream(call));
  const { ended, grown } = await runAgainst(url);
  expect(ended).toMatchObject(failed("answer_too_long", "more than 256 parts"));
  expect(grown).toBeLessThan(MOST);
});
