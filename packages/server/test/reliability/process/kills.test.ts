import { expect, test } from "vitest";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { allowed, atMost, figure } from "../support/numbers.ts";
import { spawnServer } from "../support/server-process.ts";

const KILLS = figure(10, 200);
const LONG = 600_000;

const doing = {
  text: [{ text: "word ".repeat(10_000), chunk: 5, everyMs: 3 }],
  tool: [{ tool: { name: "Bash", output: ["a"], everyMs: LONG, result: "" } }],
  ask: [{ ask: { permission: { toolName: "Bash" } } }],
  subagent: [{ subagent: { task: "dig", steps: [{ ask: { question: { question: "?", options: [] } } }] } }],
  hang: [{ text: "so far" }, { hang: true }],
};
const names = Object.keys(doing);
const isAtWork = new Set(["text_delta", "tool_call_start", "permission_request", "ask_user", "text_done"]);

test(`[R16] after each of ${KILLS} kills in the middle of runs nothing is left running or waiting`, {
  timeout: atMost(1_200_000),
}, async () => {
  const prompts = Object.entries(doing).map(([match, steps]) => ({ match, steps }));
  // Agents in separate processes and in the server's process, alternately.
  const home = makeHome({ real: { script: { prompts }, process: true }, played: { script: { prompts } } });
  let server = await spawnServer(home);
  const sessionIds = await Promise.all(names.map(() => server.client.createSession()));
  for (let kill = 0; kill < KILLS; kill++) {
    const { client } = server;
    const agent_id = kill % 3 === 0 ? "real" : "played";
    await Promise.all(
      sessionIds.map(async (session_id, at) => {
        const follower = await Follower.open(client, session_id);
        const { run_id = "" } = await client.chat(names[at] ?? "", { session_id, agent_id });
        await follower.when(({ events }) =>
          events.some(({ type, runId }) => runId?.startsWith(run_id) && isAtWork.has(type)),
        );
      }),
    );
    await server.kill();
    server = await spawnServer(home);
    const reached = performance.now();
    const rows = await Promise.all(sessionIds.map((id) => server.client.session(id)));
    expect(rows.map(({ status, pending_asks }) => ({ status, pending_asks }))).toEqual(
      rows.map(() => ({ status: "interrupted", pending_asks: 0 })),
    );
    expect(await server.client.asks()).toEqual([]);
    const runs = (await Promise.all(sessionIds.map((id) => server.client.runs(id)))).flat();
    expect(runs.filter(({ outcome }) => outcome !== "interrupted")).toEqual([]);
    expect(performance.now() - reached).toBeLessThan(allowed(2000));
  }
  for (const [at, sessionId] of sessionIds.entries()) {
    const log = await server.client.log(sessionId);
    const begun = (await server.client.runs(sessionId)).map(({ run_id }) => run_id);
    const ended = log.flatMap((event) => (event.type === "run_ended" ? [event.runId] : []));
    expect({ at, ended: ended.toSorted() }).toEqual({ at, ended: begun.toSorted() });
    const follower = await Follower.open(server.client, sessionId);
    await follower.when(({ conversation }) => conversation.seq === log.at(-1)?.seq);
    const { conversation } = follower;
    const entries = [conversation.main, ...conversation.lanes].flatMap((lane) => lane.entries.slice());
    expect(entries.filter(({ live }) => live)).toEqual([]);
    expect(conversation.faults.count).toBe(0);
  }
  expect(server.complaints.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test("[R16] a regular stop leaves nothing running either, and no event follows a run's end", async () => {
  const prompts = Object.entries(doing).map(([match, steps]) => ({ match, steps }));
  const home = makeHome({ real: { script: { prompts }, process: true } });
  const server = await spawnServer(home);
  const sessionIds = await Promise.all(
    names.map(async (name) => {
      const { session_id } = await server.client.chat(name);
      const follower = await Follower.open(server.client, session_id);
      await follower.when(({ events }) => events.some(({ type }) => isAtWork.has(type)));
      return session_id;
    }),
  );
  const begun = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - begun).toBeLessThan(allowed(5000));
  expect(server.complaints.join("")).toBe("");
  const { client } = await spawnServer(home);
  for (const sessionId of sessionIds) {
    const log = await client.log(sessionId);
    const own = log.find(({ type }) => type === "run_started")?.runId;
    expect(log.at(-1)).toMatchObject({ type: "run_ended", runId: own, outcome: "interrupted" });
    expect(log.at(-1)).toMatchObject({ error: { code: "server_stopped" } });
    expect((await client.snapshot(sessionId)).faults.count).toBe(0);
  }
});
