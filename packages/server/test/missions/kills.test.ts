import { expect, test } from "vitest";
import { agent } from "../exchange/support/agents.ts";
import type { Client } from "../reliability/support/client.ts";
import { makeHome } from "../reliability/support/home.ts";
import { numbers } from "../reliability/support/numbers.ts";
import { spawnServer } from "../reliability/support/server-process.ts";

interface Told {
  readonly triggers: number;
  readonly sessions: Readonly<Record<string, string>>;
}

async function missionOf(client: Client): Promise<Told> {
  const query = `project_root=${encodeURIComponent(client.project)}`;
  return (await client.get<{ mission: Told }>(`/api/mission?${query}`)).mission;
}

/** The number of prompts in the mission's document, and in the logs. */
async function prompted(client: Client): Promise<{ said: number; done: number }> {
  const { triggers, sessions } = await missionOf(client);
  const logs = await Promise.all(Object.values(sessions).map((sessionId) => client.log(sessionId)));
  const done = logs.flat().filter(({ type }) => type === "idle_prompt_triggered").length;
  return { said: triggers, done };
}

async function isWorking(client: Client, agentId: string): Promise<boolean> {
  const sessionId = (await missionOf(client)).sessions[agentId];
  if (sessionId === undefined) return false;
  return (await client.get<{ status: string }>(`/api/sessions/${sessionId}`)).status === "working";
}

test("[M4] killed at any moment of a scheduler run: the log has as many prompts as the mission counts", async () => {
  const home = makeHome({ a: agent({}, [{ wait: 600_000 }]), b: agent() });
  let server = await spawnServer(home);
  const mission = { project_root: home.project, text: "Go.", agent_ids: ["a", "b"], interval_seconds: 60 };
  await server.client.post("/api/mission", mission);
  const random = numbers(11);
  for (let kill = 1; kill <= 4; kill++) {
    await server.tell(`clock ${kill * 61_000}`);
    const looked = server.tell("look").catch(() => undefined);
    // Sometimes in the middle of it.
    await Promise.race([looked, new Promise((resolve) => setTimeout(resolve, random(30)))]);
    await server.kill();
    await looked;
    server = await spawnServer(home);
    const { said, done } = await prompted(server.client);
    expect(done).toBe(said);
    expect(said).toBeLessThanOrEqual(2 * kill);
  }
  await server.tell(`clock ${5 * 61_000}`);
  // The restart ran a prompt again that its program had not received. An agent that is working is not prompted.
  await expect.poll(() => isWorking(server.client, "b")).toBe(false);
  const idle = (await isWorking(server.client, "a")) ? 1 : 2;
  const before = await prompted(server.client);
  await server.tell("look");
  await server.tell("look");
  expect(await prompted(server.client)).toEqual({ said: before.said + idle, done: before.done + idle });
});

test("[M7] a schedule that was killed right after its prompt does not prompt again for the same time", async () => {
  const home = makeHome({ own: agent({}, [{ wait: 600_000 }]) });
  let server = await spawnServer(home);
  await server.client.post("/api/schedules", {
    ...{ project_root: home.project, text: "Look.", pattern: "0 * * * *", time_zone: "UTC" },
  });
  await server.tell("clock 3600000");
  await server.tell("look");
  for (let kill = 0; kill < 2; kill++) {
    await server.kill();
    server = await spawnServer(home);
    await server.tell("clock 3600000");
    await server.tell("look");
  }
  const { sessions } = await server.client.get<{ sessions: unknown[] }>("/api/sessions");
  expect(sessions).toHaveLength(1);
});
