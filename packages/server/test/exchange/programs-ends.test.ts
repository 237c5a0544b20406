import { expect, test } from "vitest";
import { openModel } from "../built-in/support/stage.ts";
import type { Client } from "../reliability/support/client.ts";
import { processesWith } from "../reliability/support/processes.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { spawnServer } from "../reliability/support/server-process.ts";
import { Talk, until } from "./support/agents.ts";
import { homeWithPrograms } from "./support/programs.ts";

/** Messages between real programs whose outcome is not a plain answer. */

async function openStage() {
  const model = await openModel();
  const home = homeWithPrograms(model.url);
  const { client } = await startHere(home, { env: { PATH: process.env.PATH ?? "", HOME: home.folder } });
  return { client, model, home };
}

/** The step with which a program messages another; it then comments on the result. */
function write(
  to: string,
  content: string,
  more: object = {},
  tool = "mcp__polylog__agents_message",
): string {
  return `[[tool ${tool} ${JSON.stringify({ agentId: to, content, ...more })}]] [[say I go on.]]`;
}

function ends(talk: Talk) {
  return talk.all("agent_callback_result").map(({ status, result, error }) => ({
    ...{ status, result, code: error?.code ?? null },
  }));
}

/** A command that one program runs for another, until it is stopped. */
function command(seconds: number) {
  const line = `sleep ${seconds}`;
  return {
    step: `[[shell ${line}]] [[say Not reached.]]`,
    begun: () => until(async () => processesWith(line).length > 0),
    gone: () => until(async () => processesWith(line).length === 0),
  };
}

async function theOther(client: Client, talk: Talk): Promise<Talk> {
  return Talk.of(client, talk.all("agent_message").at(-1)?.targetSessionId ?? "");
}

test("[X2] [X3] Claude Code messages Codex while Codex is busy, and without waiting: each answer is a turn", async () => {
  const { client } = await openStage();
  const codex = await Talk.begin(client, "codex", "[[words 2000 50]]");
  await codex.when("text_delta");
  const claude = await Talk.begin(client, "claude", write("codex", "[[say Now.]]"));
  expect(await claude.whenEnded()).toMatchObject({ outcome: "completed" });
  expect(claude.all("agent_message")).toMatchObject([
    { state: "queued", mode: "async", targetSessionId: codex.sessionId, targetRunId: expect.any(String) },
  ]);
  expect(await client.queue(codex.sessionId)).toMatchObject([{ text: "[[say Now.]]" }]);
  await client.cancel(codex.all("run_started")[0]?.runId ?? "");
  await client.resume(codex.sessionId);
  expect(await codex.whenEnded(2)).toMatchObject({ outcome: "completed" });
  expect(await claude.whenEnded(2)).toMatchObject({ outcome: "completed" });
  const later = write("codex", "[[say Later.]]", { mode: "async" });
  await client.chat(later, { session_id: claude.sessionId });
  await claude.whenEnded(4);
  expect(ends(claude)).toEqual([
    { status: "complete", result: "Now.", code: null },
    { status: "complete", result: "Later.", code: null },
  ]);
  expect(claude.all("run_started").map(({ trigger }) => trigger)).toEqual([
    ...["message", "callback", "message", "callback"],
  ]);
  expect(codex.all("user_message").map(({ text, sender }) => [text, sender?.kind ?? "person"])).toEqual([
    ["[[words 2000 50]]", "person"],
    ["[[say Now.]]", "agent"],
    ["[[say Later.]]", "agent"],
  ]);
});

test("[X4] Codex works for Claude Code and is stopped by the timeout or by either side, or fails on its own", async () => {
  const { client } = await openStage();
  const late = command(6101);
  const talk = await Talk.begin(client, "claude", write("codex", late.step, { timeout: 4 }));
  expect(await talk.whenEnded()).toMatchObject({ outcome: "completed" });
  await late.gone();
  const codex = await theOther(client, talk);
  expect(await codex.whenEnded()).toMatchObject({ outcome: "cancelled" });

  await client.chat(write("codex", "[[error 401]]"), { session_id: talk.sessionId });
  expect(await talk.whenEnded(2)).toMatchObject({ outcome: "completed" });
  expect(await codex.whenEnded(2)).toMatchObject({ outcome: "failed" });

  const stopped = command(6102);
  await client.chat(write("codex", stopped.step), { session_id: talk.sessionId });
  await stopped.begun();
  // The command may run before its message has arrived here.
  await expect.poll(() => talk.all("agent_message").length).toBe(3);
  await client.cancel(talk.all("agent_message").at(-1)?.targetRunId ?? "");
  expect(await talk.whenEnded(3)).toMatchObject({ outcome: "completed" });
  expect(await codex.whenEnded(3)).toMatchObject({ outcome: "cancelled" });
  await stopped.gone();

  const left = command(6103);
  const { run_id } = await client.chat(write("codex", left.step), { session_id: talk.sessionId });
  await left.begun();
  await client.cancel(run_id ?? "");
  expect(await talk.whenEnded(4)).toMatchObject({ outcome: "cancelled" });
  expect(await codex.whenEnded(4)).toMatchObject({ outcome: "cancelled" });
  await left.gone();

  expect(ends(talk).slice(0, 3)).toEqual([
    { status: "timeout", result: expect.any(String), code: "timeout" },
    { status: "failed", result: expect.any(String), code: expect.any(String) },
    { status: "cancelled", result: expect.any(String), code: expect.any(String) },
  ]);
  // Both programs still accept messages.
  await client.chat(write("codex", "[[say Still here.]]"), { session_id: talk.sessionId });
  expect(await talk.whenEnded(5)).toMatchObject({ outcome: "completed" });
  expect(ends(talk).at(-1)).toEqual({ status: "complete", result: "Still here.", code: null });
});

test("[X6] Claude Code, Codex and Pi message each other in a circle: the last one learns that the first is waiting", async () => {
  const { client } = await openStage();
  const back = write("claude", "Do you know?");
  const on = write("pi", back, {}, "agents_message");
  const talk = await Talk.begin(client, "claude", write("codex", on));
  expect(await talk.whenEnded()).toMatchObject({ outcome: "completed" });
  const codex = await theOther(client, talk);
  await codex.whenEnded();
  const pi = await theOther(client, codex);
  await pi.whenEnded();
  const refused = pi.all("tool_result").map(({ result, error }) => `${result ?? ""} ${error?.message ?? ""}`);
  expect(refused).toEqual([expect.stringContaining("Reply in that answer instead. (loop)")]);
  expect([ends(talk), ends(codex), ends(pi)]).toEqual([
    [{ status: "complete", result: "I go on.", code: null }],
    [{ status: "complete", result: "I go on.", code: null }],
    [],
  ]);
});

test("[X12] killed while Claude Code waits for Pi: both are interrupted, nothing is delivered twice, and both continue", async () => {
  const model = await openModel();
  const home = homeWithPrograms(model.url);
  const server = await spawnServer(home);
  const before = await Talk.begin(server.client, "claude", write("pi", "[[words 2000 50]]"));
  await before.when("subagent_spawned");
  const { targetSessionId = "" } = await before.when("agent_message");
  await (await Talk.of(server.client, targetSessionId)).when("text_delta");
  await server.kill();
  const { client } = await spawnServer(home);
  const [claude, pi] = [await Talk.of(client, before.sessionId), await Talk.of(client, targetSessionId)];
  expect([await claude.whenEnded(), await pi.whenEnded()]).toMatchObject([
    { outcome: "interrupted" },
    { outcome: "interrupted" },
  ]);
  await client.chat(write("pi", "[[say Again.]]"), { session_id: before.sessionId });
  expect(await claude.whenEnded(2)).toMatchObject({ outcome: "completed" });
  expect(ends(claude).at(-1)).toEqual({ status: "complete", result: "Again.", code: null });
  expect(pi.all("user_message").map(({ text }) => text)).toEqual(["[[words 2000 50]]", "[[say Again.]]"]);
  expect(claude.all("run_started")).toHaveLength(2);
});
