import { expect, test } from "vitest";
import { SseClient } from "../http/support/sse-client.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";

const say = [{ text: "done" }];

test("[H3] every command that changes something outside the log announces the change", async () => {
  const home = makeHome({ own: { script: say } });
  const { client, services } = await startHere(home);
  const { project } = home;
  const sessionId = await client.createSession();
  const stream = await SseClient.open(Number(client.url.port), "", { token: client.token });
  const root = { project_root: project };
  const schedule = { ...root, text: "Look.", pattern: "0 8 * * *", time_zone: "UTC" };
  const changes: [method: string, path: string, body: object | undefined, ...told: object[]][] = [
    ["POST", "/api/sessions", { ...root, agent_id: "own" }, { changed: "session" }],
    ["PATCH", `/api/sessions/${sessionId}`, { archived: true }, { changed: "session", of: sessionId }],
    ["POST", "/api/mission", { ...root, text: "Keep it green.", agent_id: "own" }, { changed: "mission" }],
    ["PATCH", "/api/mission", { ...root, paused: true }, { changed: "mission" }],
    ["DELETE", `/api/mission?project_root=${encodeURIComponent(project)}`, undefined, { changed: "mission" }],
    ["POST", "/api/schedules", schedule, { changed: "schedules" }],
    ["POST", "/api/budget", { session_id: sessionId, cost_usd: 1 }, { changed: "budget", of: sessionId }],
    ["POST", "/api/budget", { ...root, cost_usd: 1 }, { changed: "budget" }],
    ["POST", "/api/agent-override", { ...root, agent_id: "own", model: "m" }, { changed: "override" }],
    ["POST", "/api/agent-policy", { ...root, allow: [], deny: [] }, { changed: "policy" }],
    ["POST", "/api/trust", { ...root, trusted: true }, { changed: "trust" }],
    ["POST", "/api/settings", { idle_minutes: 5 }, { changed: "settings", in: undefined }],
  ];
  for (const [method, path, body] of changes) {
    const { status, text } = await client.ask(method, path, body);
    expect([path, status < 300 ? "" : text]).toEqual([path, ""]);
  }
  const [planned] = await services.schedules.of(project);
  await client.ask("DELETE", `/api/schedules/${planned?.scheduleId}`);
  const wanted = [...changes.map(([, , , told]) => told), { changed: "schedules" }];
  const told = () =>
    stream.frames
      .map(({ data }) => JSON.parse(data))
      .filter(({ phase }) => phase === "sync")
      .map(({ data, session_id, project_root }) => ({ ...data, of: session_id, in: project_root }));
  await expect.poll(() => told().length).toBe(wanted.length);
  expect(told()).toEqual(wanted.map((change) => ({ of: undefined, in: project, ...change })).map(known));
});

test("[H4] every frame of a stream names the project, live and from the log", async () => {
  const home = makeHome({ own: { script: say } });
  const { client } = await startHere(home);
  const stream = (query: string) => SseClient.open(Number(client.url.port), query, { token: client.token });
  const live = await stream("");
  const { session_id } = await client.chat("go");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("run_ended");
  const streams = [live, await stream("?after=0"), await stream(`?session_id=${session_id}`)];
  for (const each of streams) {
    const frames = () => each.frames.map(({ data }) => JSON.parse(data));
    await expect.poll(() => frames().at(-1)?.data.type).toBe("run_ended");
    expect(new Set(frames().map(({ project_root }) => project_root))).toEqual(new Set([home.project]));
  }
});

/** The ID of a session that was created here is unknown in advance. */
function known(change: { changed?: string; of?: unknown; in?: unknown }): object {
  const { changed, of } = change;
  if (changed === "budget" && of !== undefined) return { ...change, in: undefined };
  return changed === "session" && of === undefined ? { ...change, of: expect.any(String) } : change;
}
