import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { manifests } from "@polylog/backends";
import { expect, test } from "vitest";
import { writeConfig } from "../config/write-config.ts";
import { agent, message, openStage, sessionsOf, Talk } from "../exchange/support/agents.ts";
import type { Client } from "../reliability/support/client.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { TinyBackend } from "../support/tiny-backend.ts";
import { setMode, verdictOf, wants } from "./support/asking.ts";

const question = { ask: { question: { question: "Now?", options: [{ label: "Yes" }] } } };
const send = (agentId: string, content: string) => message(agentId, content, { mode: "async" });

async function answerQuestion(client: Client, talk: Talk): Promise<void> {
  const { questionId } = await talk.when("ask_user");
  const answers = [{ question: "Now?", answer: "Yes" }];
  await client.post("/api/ask-user-response", { question_id: questionId, answers });
}

/** The session that received the message, once it exists. */
async function targetOf(sender: Talk): Promise<Talk> {
  const { targetSessionId = "" } = await sender.when("agent_message");
  await sender.when("subagent_spawned");
  return Talk.of(sender.client, targetSessionId);
}

/** The decision about the command that the agent wants to run in the run started by this prompt. */
async function decisionAfter(talk: Talk, text: string): Promise<string> {
  const { runId = "" } = await talk.when("user_message", (event) => event.text.includes(text));
  return verdictOf(talk.follower, runId);
}

test("[S30] a message that was queued while its sender had full access does not have it if the sender must ask now", async () => {
  const { client } = await openStage({
    a: { ...agent({ go: [send("b", "task")] }), fullAccess: true },
    b: { ...agent({ hold: [question], task: [wants("rm -rf precious")] }), fullAccess: true },
  });
  const b = await Talk.begin(client, "b", "hold");
  await b.when("ask_user");
  const a = await Talk.begin(client, "a", "go");
  await a.whenEnded();
  await setMode(client, a.sessionId, "ask");
  await answerQuestion(client, b);
  expect(await decisionAfter(b, "task")).toBe("pending");
});

test("[S30] an agent that works for another one with full access asks again as soon as the other must ask", async () => {
  const { client } = await openStage({
    a: { ...agent({ go: [send("b", "task")] }), fullAccess: true },
    b: { ...agent({ task: [question, wants("rm -rf precious")] }), fullAccess: true },
  });
  const a = await Talk.begin(client, "a", "go");
  const b = await targetOf(a);
  await b.when("ask_user");
  await setMode(client, a.sessionId, "ask");
  await answerQuestion(client, b);
  expect(await decisionAfter(b, "task")).toBe("pending");
});

test("[S30] an agent does not get full access for another through a third agent's answer", async () => {
  const { client } = await openStage({
    x: { ...agent({ go: [send("a", "relay")] }), fullAccess: true },
    a: {
      ...agent({ "Answer of b": [wants("rm -rf precious")], relay: [send("b", "slow")] }),
      fullAccess: true,
    },
    b: { ...agent({ slow: [question] }), fullAccess: true },
  });
  const x = await Talk.begin(client, "x", "go");
  const a = await targetOf(x);
  const b = await targetOf(a);
  await b.when("ask_user");
  await setMode(client, x.sessionId, "ask");
  await answerQuestion(client, b);
  expect(await decisionAfter(a, "Answer of b")).toBe("pending");
});

test("[S30] a permission that a person granted in their own session does not apply to an agent's message there", async () => {
  const { client } = await openStage({
    a: agent({ go: [send("b", "task")] }),
    b: agent({ mine: [wants("make")], task: [wants("make")] }),
  });
  const b = await Talk.begin(client, "b", "mine");
  const { requestId } = await b.when("permission_request");
  const answer = { request_id: requestId, option_id: "allow_session" };
  await client.post("/api/permission-response", answer);
  await b.whenEnded();
  const a = await Talk.begin(client, "a", "go");
  await a.whenEnded();
  expect((await sessionsOf(client, "b")).length).toBe(1);
  expect(await decisionAfter(b, "task")).toBe("pending");
  const own = await client.send("mine again", { session_id: b.sessionId });
  expect(own.body.queued).toBe(true);
  const asked = await b.when("permission_request", (event) => event.requestId !== requestId);
  await client.post("/api/permission-response", { request_id: asked.requestId, option_id: "reject_once" });
  expect(await decisionAfter(b, "mine again")).toBe("make");
});

test("[S30] a permission that a person denied also applies to an agent's message there", async () => {
  const { client } = await openStage({
    a: { ...agent({ go: [send("b", "task")] }), fullAccess: true },
    b: { ...agent({ task: [wants("make")] }), fullAccess: true },
    c: { script: [denies("make")] },
  });
  const c = await Talk.begin(client, "c", "never");
  const { requestId } = await c.when("permission_request");
  await client.post("/api/permission-response", { request_id: requestId, option_id: "reject_always" });
  await c.whenEnded();
  const a = await Talk.begin(client, "a", "go");
  const b = await targetOf(a);
  const { by } = await b.when("permission_response");
  expect(by?.name).toBe("make");
});

function denies(command: string) {
  const options = [{ optionId: "reject_always", name: "Never", kind: "reject_always" }];
  return { ask: { permission: { toolName: "Bash", input: { command }, options } } };
}

const puppet = fileURLToPath(new URL("../../../backends/test/acp/puppet-main.ts", import.meta.url));

/** A scripted agent `a` and an ACP agent whose program has a mode that does not ask. */
async function withProgram(steps: readonly object[]) {
  const home = makeHome({});
  const modes = {
    currentModeId: "read-only",
    availableModes: ["read-only", "agent-full-access"].map((id) => ({ id, name: id })),
  };
  writeConfig(home, {
    agents: {
      a: {
        ...{ backend: "script", permission_mode: "full" },
        options: { script: agent({ go: [send("b", JSON.stringify(steps))] }).script },
      },
      b: {
        ...{ backend: "acp", command: process.execPath, args: [puppet], permission_mode: "full" },
        env: {
          PUPPET: JSON.stringify({
            session: { modes },
            initialize: { agentCapabilities: { loadSession: true } },
          }),
        },
      },
    },
  });
  const { client } = await startHere(home);
  const receivedMessages = () =>
    readFileSync(path.join(home.project, "puppet.json"), "utf8")
      .split("\n")
      .flatMap((line) => {
        const entry = line === "" ? {} : (JSON.parse(line) as Record<string, unknown> | string);
        if (typeof entry === "string") return [];
        if ("mode" in entry) return [entry.mode];
        if ("new" in entry || "load" in entry) return ["start"];
        return "prompt" in entry ? ["prompt"] : [];
      });
  return { client, receivedMessages };
}

test("[S30] a program in its own full access mode leaves it for the run of an agent that must ask", async () => {
  const { client, receivedMessages } = await withProgram([{ say: "Did it." }]);
  const hold = JSON.stringify([{ wait: "cancel" }]);
  const { session_id, run_id = "" } = await client.chat(hold, { agent_id: "b" });
  const b = await Talk.of(client, session_id);
  await expect.poll(receivedMessages).toEqual(["start", "agent-full-access", "prompt"]);
  const a = await Talk.begin(client, "a", "go");
  await a.whenEnded();
  await setMode(client, a.sessionId, "ask");
  await client.cancel(run_id);
  await client.resume(session_id);
  await b.whenEnded(2);
  const own = await client.chat("Mine again", { session_id });
  await b.when("run_ended", ({ runId }) => runId === own.run_id);
  expect(receivedMessages()).toEqual([
    ...["start", "agent-full-access", "prompt"],
    ...["read-only", "prompt"],
    ...["agent-full-access", "prompt"],
  ]);
  expect(b.all("mode_change")).toEqual([]);
});

test("[S30] a program that continues on its own after another agent's message has no more access than that agent", async () => {
  const home = makeHome({});
  const script = agent({ go: [send("b", "task")] }).script;
  const tiny = new TinyBackend();
  writeConfig(home, {
    agents: {
      a: { backend: "script", permission_mode: "full", options: { script } },
      b: { backend: "tiny", permission_mode: "full" },
    },
  });
  const { client } = await startHere(home, { backends: { ...manifests, tiny: tiny.manifest } });
  const a = await Talk.begin(client, "a", "go");
  const b = await targetOf(a);
  await b.whenEnded();
  await setMode(client, a.sessionId, "ask");
  const decisionIn = async (runId: string) => {
    const by = { runId, agentId: "b" };
    const allow = { optionId: "yes", kind: "allow_once" as const, name: "Yes" };
    tiny.say({ type: "run_started", trigger: "callback", ...by });
    const ask = { requestId: `ask-${runId}`, toolName: "Bash", input: { command: "rm" }, options: [allow] };
    tiny.say({ type: "permission_request", ...ask, ...by });
    const verdict = await verdictOf(b.follower, runId);
    tiny.say({ type: "run_ended", outcome: "completed", ...by });
    return verdict;
  };
  expect(await decisionIn("beside")).toBe("pending");
  const { run_id } = await client.chat("Mine", { session_id: b.sessionId });
  await b.when("run_ended", ({ runId }) => runId === run_id);
  expect(await decisionIn("later")).toBe("full access");
});

const toolCall = { toolCallId: "c", kind: "execute", title: "make", rawInput: { command: "make" } };
/** An agent that offers no option for a single call remembers its permissions. */
const options = [
  { optionId: "always", name: "Always", kind: "allow_always" },
  { optionId: "no", name: "No", kind: "reject_once" },
];
const make = { request: ["session/request_permission", { toolCall, options }] };

test("[S30] a program that may have stopped asking in a person's session is restarted for another agent", async () => {
  const { client, receivedMessages } = await withProgram([{ say: "Did it." }]);
  const { session_id, run_id = "" } = await client.chat(JSON.stringify([{ say: "Hello." }]), {
    agent_id: "b",
  });
  const b = await Talk.of(client, session_id);
  await b.when("run_ended", ({ runId }) => runId === run_id);
  await setMode(client, session_id, "ask");
  const mine = await client.chat(JSON.stringify([make]), { session_id });
  const { requestId } = await b.when("permission_request");
  await client.post("/api/permission-response", { request_id: requestId, option_id: "always" });
  await b.when("run_ended", ({ runId }) => runId === mine.run_id);
  await Talk.begin(client, "a", "go");
  await b.whenEnded(3);
  expect(receivedMessages()).toEqual([
    ...["start", "agent-full-access", "prompt", "read-only", "prompt"],
    ...["start", "prompt"],
  ]);
});
