import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openModel } from "../../built-in/support/stage.ts";
import { homeWithPrograms } from "../../exchange/support/programs.ts";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { atMost, figure, numbers } from "../support/numbers.ts";
import { spawnServer } from "../support/server-process.ts";

const receipt = [{ receipt: "receipts" }, { echo: true }];

const endings = {
  "a kill": (server: { kill: () => Promise<unknown> }) => server.kill(),
  "a stop": (server: { stop: () => Promise<unknown> }) => server.stop(),
};

for (const [how, end] of Object.entries(endings)) {
  test(`[R11] ${how} while the agent's program starts: the message runs after the restart, once, in the same run`, async () => {
    const home = makeHome({ agent: { script: receipt, process: true } });
    const server = await spawnServer(home);
    const { session_id, run_id } = await server.client.chat("do it");
    await end(server);

    const again = await spawnServer(home);
    const follower = await Follower.open(again.client, session_id);
    expect(await follower.whenEvent("run_ended")).toMatchObject({ runId: run_id, outcome: "completed" });
    expect(
      follower.events.filter(({ type }) => type === "user_message" || type === "run_started"),
    ).toMatchObject([
      { type: "user_message", text: "do it", runId: run_id },
      { type: "run_started", runId: run_id },
    ]);
    expect(readFileSync(path.join(home.project, "receipts"), "utf8")).toBe("do it\n");
    // Nothing is left to deliver: the next start leaves the finished run unchanged.
    await again.kill();
    const last = await spawnServer(home);
    expect((await last.client.session(session_id)).status).toBe("idle");
    expect(readFileSync(path.join(home.project, "receipts"), "utf8")).toBe("do it\n");
  });
}

const ROUNDS = figure(8, 80);

test(`[R11] ${ROUNDS} kills right after a message was accepted: each message runs exactly once`, {
  timeout: atMost(900_000),
}, async () => {
  const home = makeHome({ real: { script: receipt, process: true }, played: { script: receipt } });
  const random = numbers(5);
  let server = await spawnServer(home);
  const sent: { readonly text: string; readonly sessionId: string; readonly runId: string }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const text = `message ${round}`;
    const agent_id = round % 2 === 0 ? "real" : "played";
    const { session_id, run_id = "" } = await server.client.chat(text, { agent_id });
    sent.push({ text, sessionId: session_id, runId: run_id });
    const few = 2 + random(4);
    const follower = await Follower.open(server.client, session_id);
    await follower.when(
      ({ events, conversation }) => events.length >= few || conversation.liveRuns.size === 0,
    );
    await server.kill();
    server = await spawnServer(home);
  }
  const ends = await Promise.all(
    sent.map(async ({ sessionId, runId }) => {
      const follower = await Follower.open(server.client, sessionId);
      return follower.whenEvent("run_ended", (event) => event.runId === runId);
    }),
  );
  const received = readFileSync(path.join(home.project, "receipts"), "utf8").trimEnd().split("\n");
  expect(received.toSorted()).toEqual([...new Set(received)].sort());
  const missing = sent.filter(({ text }) => !received.includes(text));
  expect(missing.map(({ runId }) => ends.find((end) => end.runId === runId)?.error?.code)).toEqual(
    missing.map(() => "prompt_unconfirmed"),
  );
});

test("[R11] Claude: a message that its program did not receive runs after the restart, and one that it received is not repeated", async () => {
  const model = await openModel();
  const home = homeWithPrograms(model.url);
  const carriedOut = () => readFileSync(path.join(home.project, "done"), "utf8");
  let server = await spawnServer(home);
  const early = "[[shell echo early >> done]] [[say Done.]]";
  const { session_id, run_id } = await server.client.chat(early, { agent_id: "claude" });
  await server.kill();
  server = await spawnServer(home);
  const follower = await Follower.open(server.client, session_id);
  expect(await follower.whenEvent("run_ended")).toMatchObject({ runId: run_id, outcome: "completed" });
  expect(carriedOut()).toBe("early\n");

  const late = "[[shell echo late >> done]] [[stall 600000]]";
  const second = await server.client.chat(late, { session_id });
  await follower.whenEvent("tool_result", (event) => event.runId === second.run_id);
  await server.kill();
  server = await spawnServer(home);
  const again = await Follower.open(server.client, session_id);
  const isSecond = ({ runId }: { readonly runId?: string | undefined }) => runId === second.run_id;
  expect(await again.whenEvent("run_ended", isSecond)).toMatchObject({
    outcome: "interrupted",
    error: {
      code: "server_restarted",
      message: "Polylog restarted during this run. Send a message to continue.",
    },
  });
  expect(carriedOut()).toBe("early\nlate\n");
});
