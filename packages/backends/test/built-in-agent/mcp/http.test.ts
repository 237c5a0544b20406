import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { limits } from "../../../src/built-in-agent/mcp/limits.ts";
import { temporaryFolder } from "../../node-program.ts";
import { call, connect } from "./connect.ts";
import { listen, sseServer, streamableServer } from "./servers/http.ts";

test("[MC14] a remote server works like a program, with its configured headers", async () => {
  const server = await streamableServer();
  const mcp = await connect({ net: { url: server.url, headers: { authorization: "Bearer secret-token" } } });
  const pieces: string[] = [];
  const onOutput = async (piece: string) => void pieces.push(piece);
  expect(await call(mcp, "mcp__net__progress", {}, { onOutput })).toEqual({ ok: true, text: "done" });
  expect(pieces).toEqual(["1 of 2\n", "nearly\n"]);
  expect(await call(mcp, "mcp__net__fails")).toEqual({
    ok: false,
    code: "tool_failed",
    text: "It cannot be done.",
  });
  expect(await call(mcp, "mcp__net__echo", { text: "secret-token" })).toEqual({
    ok: true,
    text: "You said [redacted]",
  });
  expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(
    new Set(["Bearer secret-token"]),
  );
  const before = mcp.tools.length;
  await call(mcp, "mcp__net__grow");
  await expect.poll(() => mcp.tools).toHaveLength(before + 1);
});

test("[MC14] a server with only the older transport is supported", async () => {
  const server = await sseServer();
  const mcp = await connect({ old: { url: server.url } });
  expect(mcp.notices).toEqual([]);
  expect(await call(mcp, "mcp__old__echo", { text: "hi" })).toEqual({ ok: true, text: "You said hi" });
  server.cut();
  await expect.poll(() => server.sessions.size).toBe(0);
  await expect
    .poll(() => call(mcp, "mcp__old__echo", { text: "again" }))
    .toEqual({
      ok: true,
      text: "You said again",
    });
  await mcp.close();
  await expect.poll(() => server.sessions.size).toBe(0);
});

test("[MC8] a broken connection fails its call, and is opened again", async () => {
  const server = await streamableServer();
  const mcp = await connect({ net: { url: server.url } });
  const { promise: waiting, resolve } = Promise.withResolvers<void>();
  const broken = call(mcp, "mcp__net__hang", {}, { onOutput: async () => resolve() });
  await waiting;
  server.cut();
  expect(await broken).toEqual({
    ok: false,
    code: "server_ended",
    text: "The MCP server of this tool ended during the call. It is restarted on its next use. The connection broke.",
  });
  expect(await call(mcp, "mcp__net__echo", { text: "a" })).toEqual({ ok: true, text: "You said a" });
});

test("[MC8] a session that the server has lost is started again", async () => {
  const server = await streamableServer();
  const mcp = await connect({ net: { url: server.url } });
  server.sessions.clear();
  expect((await call(mcp, "mcp__net__echo")).code).toBe("server_ended");
  expect(await call(mcp, "mcp__net__echo", { text: "a" })).toEqual({ ok: true, text: "You said a" });
});

test("[MC11] a remote server is notified of a canceled call", async () => {
  const receipts = path.join(temporaryFolder(), "receipts");
  const server = await streamableServer(receipts);
  const mcp = await connect({ net: { url: server.url } });
  const run = new AbortController();
  const { promise: waiting, resolve } = Promise.withResolvers<void>();
  const cancelled = call(mcp, "mcp__net__hang", {}, { signal: run.signal, onOutput: async () => resolve() });
  await waiting;
  run.abort(new Error("enough"));
  expect((await cancelled).code).toBe("cancelled");
  await expect.poll(() => readFileSync(receipts, "utf8")).toBe("cancelled Error: enough\n");
});

test("[MC12] a close ends the session on the server", async () => {
  const server = await streamableServer();
  const mcp = await connect({ net: { url: server.url } });
  expect(server.sessions.size).toBe(1);
  await mcp.close();
  expect(server.sessions.size).toBe(0);
});

test("[MC7] a server that refuses, sends invalid data or never responds only causes a notice", async () => {
  const refusing = await listen(new Map(), (_, response) => response.writeHead(401).end("who are you?"));
  const babbling = await listen(new Map(), (_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
  );
  const silent = await listen(new Map(), (request, response) => {
    if (request.method === "POST") response.writeHead(405).end();
    else response.writeHead(200, { "content-type": "text/event-stream" }).write(": nothing\n\n");
  });
  const leading = await listen(new Map(), (_, response) =>
    response.writeHead(302, { location: "http://127.0.0.1:1/elsewhere" }).end(),
  );
  const mcp = await connect({
    refusing: { url: refusing.url },
    babbling: { url: babbling.url },
    silent: { url: silent.url, start_timeout_ms: 500 },
    leading: { url: leading.url, headers: { authorization: "Bearer secret-token" } },
  });
  expect([...mcp.notices].sort()).toEqual([
    "The MCP server babbling did not start. Streamable HTTP error: Unexpected content type: text/html",
    expect.stringMatching(/^The MCP server leading did not start\. .*redirect/i),
    "The MCP server refusing did not start. Streamable HTTP error: Error POSTing to endpoint: who are you?",
    "The MCP server silent did not start. It did not answer within 0.5 seconds.",
  ]);
});

test.each([
  ["[MC9] an answer that is too large is not read completely", "application/json", ""],
  ["[MC9] an event that is too large is not read completely", "text/event-stream", "data: "],
])("%s", async (_, type, start) => {
  let sent = 0;
  const server = await listen(new Map(), (_request, response) => {
    response.writeHead(200, { "content-type": type });
    response.write(start);
    const chunk = "x".repeat(1024 * 1024);
    const more = () => {
      while (sent < 200 && !response.destroyed) {
        sent++;
        if (!response.write(chunk)) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  });
  const mcp = await connect({ flood: { url: server.url } });
  expect(mcp.notices).toEqual([expect.stringMatching(/^The MCP server flood did not start\. /)]);
  expect(sent).toBeLessThan((4 * limits.messageBytes) / (1024 * 1024));
});
