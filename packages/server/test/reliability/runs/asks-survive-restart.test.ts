import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PolylogEvent } from "@polylog/core";
import { expect, test } from "vitest";
import { answerPlan, answerQuestion, permit } from "../../built-in/support/answers.ts";
import { makeStage, openModel, Played, type StageOptions } from "../../built-in/support/stage.ts";
import { Follower } from "../support/follower.ts";
import type { Home } from "../support/home.ts";
import { type ServerProcess, spawnServer } from "../support/server-process.ts";

/** The built-in agent in a server that is really killed, while it waits for a person. */
async function waitFor(text: string, { asks = 1, ...options }: StageOptions & { asks?: number } = {}) {
  const model = await openModel();
  const home = makeStage(model, options);
  const server = await spawnServer(home);
  const stage = { client: server.client, model, project: home.project };
  const played = await Played.begin(stage);
  const runId = await played.say(text);
  await played.follower.when(({ conversation }) => conversation.pendingAsks.size === asks);
  const start = async (): Promise<{ server: ServerProcess; played: Played }> => {
    const next = await spawnServer(home);
    const follower = await Follower.open(next.client, played.sessionId);
    const again = new Played({ ...stage, client: next.client }, played.sessionId, follower);
    await follower.when(({ conversation }) => conversation.seq >= played.follower.conversation.seq);
    return { server: next, played: again };
  };
  return { home, server, played, runId, start };
}

const done = ({ project }: Home) => readFileSync(path.join(project, "done"), "utf8");
const askIds = async ({ stage }: Played) => (await stage.client.asks()).map(({ ask_id }) => ask_id);
function ofType<T extends PolylogEvent["type"]>({ events }: Played, type: T) {
  return events.filter((event): event is Extract<PolylogEvent, { type: T }> => event.type === type);
}
/** The messages of the last request to the model, in short form. */
const lastRequestOf = (played: Played) =>
  played
    .lastRequest()
    .map(({ role, content, tool_calls = [] }) => [
      role,
      ...(content === null ? [] : [content]),
      ...tool_calls.map((call) => `${call.function.name} ${call.function.arguments}`),
    ]);

const restarted = "[Polylog was restarted while you waited. Continue from here.]";

const endings = {
  "a kill": (server: ServerProcess) => server.kill(),
  "a stop": (server: ServerProcess) => server.stop(),
};

for (const [how, end] of Object.entries(endings)) {
  test(`[R13] a permission that the built-in agent waits for survives ${how}; the call runs once and the run continues`, async () => {
    const text = 'Go [[read a.txt]] [[edit a.txt {"old":"two","new":"2"}]] [[say ok]]';
    const { home, server, played, runId, start } = await waitFor(text, { files: { "a.txt": "one\ntwo\n" } });
    const before = await askIds(played);
    await end(server);

    const again = await start();
    expect(await askIds(again.played)).toEqual(before);
    expect(await again.server.client.session(played.sessionId)).toMatchObject({
      ...{ status: "waiting_for_you", pending_asks: 1 },
    });
    await permit(again.played, "allow_once");
    expect(await again.played.whenEnded(runId)).toMatchObject({ outcome: "completed" });
    expect(readFileSync(path.join(home.project, "a.txt"), "utf8")).toBe("one\n2\n");
    expect(ofType(again.played, "tool_result")).toMatchObject([
      { toolName: "Read", ok: true },
      { toolName: "Edit", ok: true },
    ]);
    expect(ofType(again.played, "permission_response")).toMatchObject([{ optionId: "allow_once" }]);
    expect(ofType(again.played, "run_started")).toMatchObject([{ runId }]);
    // The report uses the checkpoint of the first server.
    const [saved] = ofType(again.played, "checkpoint_saved");
    expect(ofType(again.played, "change_report")).toMatchObject([
      { before: saved?.hash, files: [{ path: "a.txt", added: 1, removed: 1 }], runId },
    ]);
    expect(lastRequestOf(again.played)).toEqual([
      ["user", text],
      ["assistant", 'Read {"file_path":"a.txt"}'],
      ["tool", expect.stringContaining("two")],
      ["assistant", expect.stringContaining("Edit")],
      ["tool", expect.stringContaining("a.txt")],
      ["user", restarted],
    ]);
    expect(await askIds(again.played)).toEqual([]);
    await again.played.compare();
  });
}

test("[R13] a question survives three kills, and its answer is the result of the call", async () => {
  const { server, played, runId, start } = await waitFor("Go [[ask Which one? | a | b]] [[say ok]]");
  const before = await askIds(played);
  await server.kill();
  for (const _ of [1, 2]) await (await start()).server.kill();
  const again = await start();
  expect(await askIds(again.played)).toEqual(before);
  await answerQuestion(again.played, "b");
  expect(await again.played.whenEnded(runId)).toMatchObject({ outcome: "completed" });
  expect(ofType(again.played, "tool_result")).toMatchObject([{ ok: true, result: "Which one?\n→ b" }]);
  expect(ofType(again.played, "ask_user")).toHaveLength(1);
  await again.played.compare();
});

test("[R13] a plan survives a kill: after its approval, it is carried out", async () => {
  const text = 'Go [[tool ExitPlanMode {"plan":"1. Write it"}]] [[write a.txt 1]] [[say ok]]';
  const agent = { permission_mode: "plan" };
  const { home, server, runId, start } = await waitFor(text, { agent });
  await server.kill();
  const { played } = await start();
  await answerPlan(played, "approve");
  await permit(played, "allow_once");
  expect(await played.whenEnded(runId)).toMatchObject({ outcome: "completed" });
  expect(ofType(played, "tool_result")).toMatchObject([
    { toolName: "ExitPlanMode", ok: true },
    { toolName: "Write", ok: true },
  ]);
  expect(readFileSync(path.join(home.project, "a.txt"), "utf8")).toBe("1");
  await played.compare();
});

const two =
  "Go [[subagent One [[shell echo one >> done]] [[say One.]] ++ subagent Two [[shell echo two >> done]] [[say Two.]]]] [[shell echo last >> done]] [[say ok]]";

test("[R13] the asks of two subagents survive a kill; both continue, and so does their parent run", async () => {
  const { home, server, played, runId, start } = await waitFor(two, { asks: 2 });
  const before = await askIds(played);
  await server.kill();
  const again = await start();
  expect(await askIds(again.played)).toEqual(before);
  await permit(again.played, "allow_once", 2);
  await permit(again.played, "reject_once", 1);
  await permit(again.played, "allow_once", 3);
  expect(await again.played.whenEnded(runId)).toMatchObject({ outcome: "completed" });
  expect(done(home)).toMatch(/^(one|two)\nlast\n$/);
  expect(ofType(again.played, "run_started")).toHaveLength(3);
  expect(ofType(again.played, "run_ended").map(({ outcome }) => outcome)).toEqual([
    ...["completed", "completed", "completed"],
  ]);
  expect(
    ofType(again.played, "subagent_result")
      .map(({ result }) => result)
      .sort(),
  ).toEqual(["One.", "Two."]);
  await again.played.compare();
});

const slow = (name: string) => `[[shell echo ${name} >> done; sleep 600]]`;

test("[R13] [S20] a call that was allowed and has no result is not run again: its run is interrupted", async () => {
  const { home, server, played, runId, start } = await waitFor(`Go ${slow("once")} [[say ok]]`);
  await permit(played, "allow_once");
  await expect.poll(() => existsSync(path.join(home.project, "done"))).toBe(true);
  await server.kill();
  const again = await start();
  expect(await again.played.whenEnded(runId)).toMatchObject({
    outcome: "interrupted",
    error: { code: "server_restarted" },
  });
  expect(ofType(again.played, "tool_result")).toMatchObject([{ error: { code: "tool_interrupted" } }]);
  expect(done(home)).toBe("once\n");
});

test("[R13] with a subagent that waits and one that was running, the latter is interrupted and not run again", async () => {
  const text = `Go [[subagent One ${slow("one")} ++ subagent Two [[shell echo two >> done]] [[say Two.]]]] [[say ok]]`;
  const { home, server, played, runId, start } = await waitFor(text, { asks: 2 });
  const asked = ofType(played, "permission_request");
  const at = (name: string) =>
    asked.findIndex(({ input }) => JSON.stringify(input).includes(`echo ${name}`)) + 1;
  await permit(played, "allow_once", at("one"));
  await expect.poll(() => existsSync(path.join(home.project, "done"))).toBe(true);
  await server.kill();
  const again = await start();
  expect(await askIds(again.played)).toEqual([asked[at("two") - 1]?.requestId]);
  await permit(again.played, "allow_once", at("two"));
  expect(await again.played.whenEnded(runId)).toMatchObject({ outcome: "completed" });
  expect(done(home)).toBe("one\ntwo\n");
  const ends = ofType(again.played, "run_ended").map((event) => [event.runId === runId, event.outcome]);
  expect(ends).toEqual([
    [false, "interrupted"],
    [false, "completed"],
    [true, "completed"],
  ]);
  await again.played.compare();
});

test("[R13] a message to a run that waits is delivered after the restart, once", async () => {
  const { server, played, runId, start } = await waitFor("Go [[shell true]] [[say ok]]");
  await played.say("Marzipan, please", { delivery: "steer" });
  await server.kill();
  const again = await start();
  await permit(again.played, "allow_once");
  expect(await again.played.whenEnded(runId)).toMatchObject({ outcome: "completed" });
  const texts = [restarted, "Marzipan, please"].map((text) => ({ type: "text", text }));
  expect(lastRequestOf(again.played).slice(-1)).toEqual([["user", texts]]);
  expect(await again.server.client.session(played.sessionId)).toMatchObject({ queued: 0 });
});

test("[R14] the asks of a cancelled run's subagents are answered in the log, even if the agent reports their end", async () => {
  const { played, runId } = await waitFor(two, { asks: 2 });
  expect((await played.stage.client.cancel(runId)).status).toBe(200);
  expect(await played.whenEnded(runId)).toMatchObject({ outcome: "cancelled" });
  expect(ofType(played, "permission_response").map(({ outcome }) => outcome)).toEqual([
    "cancelled",
    "cancelled",
  ]);
  await played.compare();
});

test("[R13] [R14] a run that was waiting before the restart is cancelled with its subagents and asks", async () => {
  const { server, runId, start } = await waitFor(two, { asks: 2 });
  await server.kill();
  const { played } = await start();
  expect((await played.stage.client.cancel(runId)).status).toBe(200);
  expect(await played.whenEnded(runId)).toMatchObject({ outcome: "cancelled" });
  expect(await askIds(played)).toEqual([]);
  expect(ofType(played, "permission_response").map(({ outcome }) => outcome)).toEqual([
    "cancelled",
    "cancelled",
  ]);
  await played.compare();
});

/** Changes the agent's settings while the server is off. */
function configure({ folder }: Home, change: (agents: Record<string, object>) => void): void {
  const file = path.join(folder, "config.json");
  const config = JSON.parse(readFileSync(file, "utf8"));
  change(config.agents);
  writeFileSync(file, JSON.stringify(config));
}

test("[R13] a mode that was changed meanwhile determines what is still asked", async () => {
  const { home, server, runId, start } = await waitFor("Go [[shell echo once >> done]] [[say ok]]");
  await server.kill();
  configure(home, (agents) => Object.assign(agents.own ?? {}, { permission_mode: "full" }));
  const { played } = await start();
  expect(await played.whenEnded(runId)).toMatchObject({ outcome: "completed" });
  expect(ofType(played, "permission_response")).toMatchObject([
    { by: { kind: "rule", name: "full access" } },
  ]);
  expect(done(home)).toBe("once\n");
});

test("[R13] an agent that is no longer configured: its asks expire, and the run says what to do", async () => {
  const { home, server, runId, start } = await waitFor("Go [[shell true]] [[say ok]]");
  await server.kill();
  configure(home, (agents) => {
    agents.other = agents.own ?? {};
    delete agents.own;
  });
  const { played } = await start();
  expect(await played.whenEnded(runId)).toMatchObject({
    outcome: "interrupted",
    error: {
      code: "server_restarted",
      message: expect.stringMatching(/expired\. Send a message to continue/),
    },
  });
  expect(ofType(played, "permission_response")).toMatchObject([{ outcome: "expired" }]);
  expect(await askIds(played)).toEqual([]);
});

test("[R13] [BU1] a budget that was used up meanwhile: the run is not continued, and states the reason", async () => {
  const { server, played, runId, start } = await waitFor("Go [[shell true]] [[say ok]]");
  await server.kill();
  // Set here, the budget does not stop the run: the next start does not continue it.
  const between = await start();
  await between.server.client.post("/api/budget", { session_id: played.sessionId, tokens: 1 });
  await between.server.kill();
  const again = await start();
  expect(await again.played.whenEnded(runId)).toMatchObject({
    outcome: "interrupted",
    error: {
      code: "budget_exceeded",
      message: expect.stringMatching(
        /expired\. The run was not continued because of its budget\. .*Raise it/,
      ),
    },
  });
  expect(await askIds(again.played)).toEqual([]);
});
