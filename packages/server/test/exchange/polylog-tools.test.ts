import { mkdirSync } from "node:fs";
import path from "node:path";
import { Client as McpClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { StartOptions } from "@polylog/core";
import { allRoutes } from "@polylog/core";
import { expect, onTestFinished, test } from "vitest";
import { writeConfig } from "../config/write-config.ts";
import { makeHome } from "../reliability/support/home.ts";
import { PlayedAgent, playedBackend } from "../reliability/support/played-agent.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { agent, message, openStage, Talk } from "./support/agents.ts";

const names = [
  ...["agents_list", "agents_message", "agents_status", "ask_user", "sessions_search", "finalize_task"],
];

/** An agent controlled by the test, in a run, together with a scripted one. */
async function startRun() {
  const home = makeHome({});
  const starts: StartOptions[] = [];
  const played = new PlayedAgent();
  const { start: _, ...backend } = playedBackend(async () => played.connection());
  writeConfig(home, { agents: { own: { backend: "played" }, other: { backend: "script" } } });
  const { manifests } = await import("@polylog/backends");
  const server = await startHere(home, {
    backends: {
      ...manifests,
      played: {
        backend: {
          ...backend,
          start: async (options) => {
            starts.push(options);
            return played.connection();
          },
        },
        detect: async () => [],
      },
    },
  });
  const { session_id, run_id = "" } = await server.client.chat("go");
  await played.whenPrompted(1);
  const tools = () => {
    const found = starts.at(-1)?.host.tools;
    if (!found) throw new Error("There are no tools.");
    return found;
  };
  const never = new AbortController().signal;
  const call = async (name: string, input: unknown) => {
    const { text, isError, error } = await tools().call({ runId: null, name, input, signal: never });
    return { told: isError ? { error, text } : (JSON.parse(text) as unknown), isError };
  };
  return { server, client: server.client, played, sessionId: session_id, runId: run_id, tools, call, starts };
}

async function mcp(address: { url: string; headers: Readonly<Record<string, string>> }) {
  const client = new McpClient({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(address.url), {
    requestInit: { headers: address.headers },
  });
  onTestFinished(() => client.close());
  await client.connect(transport as Parameters<McpClient["connect"]>[0]);
  return client;
}

test("[OT1] every agent has the same tools, each with a schema of an object", async () => {
  const { tools } = await startRun();
  expect(tools().list.map(({ name }) => name)).toEqual(names);
  expect(tools().list.every(({ inputSchema }) => inputSchema.type === "object")).toBe(true);
});

test("[OT1] invalid input returns an error to the agent, and nothing throws", async () => {
  const { call, played, runId } = await startRun();
  expect(await call("agents_message", { content: 3 })).toEqual({
    told: {
      error: { code: "bad_input", message: expect.stringContaining("agentId") },
      text: expect.stringMatching(/agentId.* \(bad_input\)$/s),
    },
    isError: true,
  });
  expect(await call("rm", {})).toMatchObject({ told: { error: { code: "unknown_tool" } }, isError: true });
  expect(await call("agents_message", { agentId: "nobody", content: "x" })).toMatchObject({
    told: { error: { code: "agent_not_found" } },
  });
  played.end(runId);
});

test("[OT2] a question reaches the person and the answer the agent; the program is not notified", async () => {
  const { call, client, played, sessionId } = await startRun();
  const asked = call("ask_user", { questions: [{ question: "Which?", options: ["a", "b"] }] });
  const talk = await Talk.of(client, sessionId);
  const { questionId } = await talk.when("ask_user");
  const answers = [{ question: "Which?", answer: "b" }];
  const given = await client.ask("POST", "/api/ask-user-response", { question_id: questionId, answers });
  expect(given.status).toBe(200);
  expect(await asked).toEqual({ told: { answers }, isError: false });
  expect(played.answers).toEqual([]);
});

test("[OT2] a question of a stopped run ends with it", async () => {
  const { call, client, played, sessionId, runId } = await startRun();
  const asked = call("ask_user", { questions: [{ question: "Which?" }] });
  const talk = await Talk.of(client, sessionId);
  await talk.when("ask_user");
  await client.cancel(runId);
  played.end(runId);
  expect(await asked).toMatchObject({ told: { error: { code: "failed" } }, isError: true });
  expect(await client.asks()).toEqual([]);
});

test("[OT3] a search finds the conversations of this project and no other", async () => {
  const { call, client, server } = await startRun();
  const elsewhere = path.join(path.dirname(client.project), "elsewhere");
  mkdirSync(elsewhere);
  const here = await client.chat("the walrus sings", { agent_id: "other" });
  const there = await client.chat("the walrus hides", { agent_id: "other", project_root: elsewhere });
  for (const sessionId of [here.session_id, there.session_id])
    await (await Talk.of(client, sessionId)).whenEnded();
  const { told } = await call("sessions_search", { query: "walrus" });
  const found = new Set(
    (told as { messages: { sessionId: string }[] }).messages.map(({ sessionId }) => sessionId),
  );
  expect([...found]).toEqual([here.session_id]);
  expect(server.url).not.toBe("");
});

test("[OT7] a tool returns an object: some programs fail a call whose result is a list", async () => {
  const { call } = await startRun();
  expect([
    await call("agents_list", {}),
    await call("agents_status", {}),
    await call("sessions_search", { query: "walrus" }),
  ]).toMatchObject([
    { told: { agents: [{ agentId: "other", backend: "script", state: "idle" }] } },
    { told: { messages: [] } },
    { told: { messages: [] } },
  ]);
});

test("[OT4] over HTTP the tools are the same, for this agent alone", async () => {
  const { tools, client, sessionId } = await startRun();
  const address = await tools().address();
  if (address === null) throw new Error("The server listens.");
  expect(await tools().address()).toEqual(address);
  const program = await mcp(address);
  expect((await program.listTools()).tools.map(({ name }) => name)).toEqual(names);
  const answer = await program.callTool({
    name: "agents_message",
    arguments: { agentId: "other", content: "hello" },
  });
  const [part] = answer.content as { text: string }[];
  expect(JSON.parse(part?.text ?? "")).toMatchObject({ status: "complete", agentId: "other" });
  const talk = await Talk.of(client, sessionId);
  expect(await talk.when("agent_message")).toMatchObject({ fromAgentId: "own", toAgentId: "other" });
});

test("[OT4] its token opens no route, and no other token opens the tools", async () => {
  const { tools, client } = await startRun();
  const address = await tools().address();
  const token = address?.headers.authorization ?? "";
  const statuses = new Set<number>();
  for (const { method, path: route, role } of allRoutes) {
    if (role === "open") continue;
    const at = new URL(route.replaceAll(/\{\w+\}/g, "x"), client.url);
    const body = method === "get" ? {} : { body: "{}" };
    const headers = { authorization: token, "content-type": "application/json" };
    statuses.add((await fetch(at, { method: method.toUpperCase(), headers, ...body })).status);
  }
  // A client that sends it too often is treated as one that guesses.
  expect([...statuses].filter((status) => status !== 401 && status !== 429)).toEqual([]);
  expect(statuses.has(401)).toBe(true);
  const begin = { jsonrpc: "2.0", id: 1, method: "initialize", params: {} };
  for (const authorization of [`Bearer ${client.token}`, "Bearer polylog_agent_wrong", undefined]) {
    const answer = await fetch(new URL("/mcp", client.url), {
      method: "POST",
      headers: { "content-type": "application/json", ...(authorization && { authorization }) },
      body: JSON.stringify(begin),
    });
    expect(answer.status).toBe(401);
  }
});

test("[OT4] the token is invalid once the agent's program has exited", async () => {
  const { tools, played, runId, client } = await startRun();
  const address = await tools().address();
  if (address === null) throw new Error("The server listens.");
  const program = await mcp(address);
  played.die();
  await client.cancel(runId);
  await expect
    .poll(() =>
      program.listTools().then(
        () => "open",
        () => "void",
      ),
    )
    .toBe("void");
  const answer = await fetch(address.url, { method: "POST", headers: address.headers });
  expect(answer.status).toBe(401);
});

test("[OT6] an agent reports that its task is done, and its log records it; a subagent cannot report it", async () => {
  const { call, client, played, sessionId, runId, tools } = await startRun();
  played.say({ type: "subagent_spawned", childRunId: "child", runId, agentId: "own" });
  const talk = await Talk.of(client, sessionId);
  await talk.when("subagent_spawned");
  const signal = new AbortController().signal;
  const below = { runId: "child", name: "finalize_task", input: { summary: "Mine." }, signal };
  expect(await tools().call(below)).toMatchObject({
    text: expect.stringContaining("not_allowed"),
    isError: true,
  });
  expect(await call("finalize_task", {})).toMatchObject({ told: { error: { code: "bad_input" } } });
  expect(await call("finalize_task", { summary: "All is green.", ok: false })).toEqual({
    told: { closed: true },
    isError: false,
  });
  const { agentId, summary, ok, ...rest } = await talk.when("finalize_task");
  expect({ agentId, summary, ok, runId: rest.runId }).toEqual({
    ...{ agentId: "own", summary: "All is green.", ok: false, runId },
  });
  played.end(runId);
  await talk.whenEnded();
  expect(await call("finalize_task", { summary: "Again." })).toMatchObject({
    told: { error: { code: "run_over" } },
  });
});

test("[OT5] the status of a message without an answer can be looked up", async () => {
  const status = { own: { name: "agents_status", input: {} } };
  const { client } = await openStage({
    a: agent({ "Answer of": [], go: [message("b", "slow", { mode: "async" }), status] }),
    b: agent({ slow: [{ ask: { permission: { toolName: "Bash" } } }] }),
  });
  const talk = await Talk.begin(client, "a", "go");
  await talk.whenEnded();
  const { exchangeId, targetSessionId } = await talk.when("agent_message");
  expect(talk.results("agents_status")).toEqual([
    {
      messages: [
        {
          exchangeId,
          agentId: "b",
          sessionId: targetSessionId,
          state: "working",
          sentTs: expect.any(Number),
        },
      ],
    },
  ]);
});
