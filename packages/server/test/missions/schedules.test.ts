import { expect, test } from "vitest";
import { nextTime } from "../../src/missions/pattern.ts";
import { agent, Talk } from "../exchange/support/agents.ts";
import { owner } from "../support/owner.ts";
import { openStage, type Stage } from "./stage.ts";

const at = (text: string) => Date.parse(text);

/** The times after a given one, by the pattern in a time zone. */
async function times(pattern: string, zone: string, after: string, count: number): Promise<string[]> {
  const found: string[] = [];
  for (let ts: number | null = at(after); ts !== null && found.length < count; ) {
    ts = await nextTime(pattern, zone, ts);
    if (ts !== null) found.push(new Date(ts).toISOString());
  }
  return found;
}

async function sessions({ server }: Stage): Promise<string[]> {
  const { sessions: rows } = await server.client.get<{ sessions: { session_id: string }[] }>("/api/sessions");
  return rows.map(({ session_id }) => session_id);
}

test("[M6] a schedule prompts at its times, each in a new session, without drift", async () => {
  const stage = await openStage({ own: agent() }, "2026-03-02T08:07:13Z");
  const { services, home, pass } = stage;
  const added = await services.schedules.add(
    home.project,
    {
      text: "Look.",
      pattern: "*/15 * * * *",
      timeZone: "UTC",
    },
    owner,
  );
  expect(added.nextTs).toBe(at("2026-03-02T08:15:00Z"));
  await pass(60);
  expect(await sessions(stage)).toEqual([]);
  await pass(7 * 60);
  const [first = ""] = await sessions(stage);
  const talk = await Talk.of(stage.server.client, first);
  await talk.whenEnded();
  expect(talk.all("user_message")).toMatchObject([
    { text: "Look.", sender: { kind: "system", name: "schedule" } },
  ]);
  expect(talk.all("run_started")).toMatchObject([{ trigger: "schedule" }]);
  expect(await services.schedules.of(home.project)).toMatchObject([
    { nextTs: at("2026-03-02T08:30:00Z"), lastTs: at("2026-03-02T08:15:13Z"), skipped: 0 },
  ]);
  await pass(15 * 60);
  expect(await sessions(stage)).toHaveLength(2);
});

test("[M6] a schedule is not started while its previous prompt is running", async () => {
  const stage = await openStage({ own: agent({}, [{ wait: 600_000 }]) });
  const { services, home, pass } = stage;
  await services.schedules.add(
    home.project,
    {
      text: "Look.",
      pattern: "* * * * *",
      timeZone: "UTC",
      session: "same",
    },
    owner,
  );
  await pass(60);
  await pass(60);
  await pass(60);
  expect(await sessions(stage)).toHaveLength(1);
  expect(await services.schedules.of(home.project)).toMatchObject([
    { skipped: 2, nextTs: at("2026-03-02T08:04:00Z") },
  ]);
});

test("[M7] times missed while the server was off result in one prompt; a restart repeats nothing", async () => {
  let stage = await openStage({ own: agent() });
  await stage.services.schedules.add(
    stage.home.project,
    {
      text: "Look.",
      pattern: "0 * * * *",
      timeZone: "UTC",
    },
    owner,
  );
  await stage.pass(3600);
  const [first = "", ...others] = await sessions(stage);
  expect(others).toEqual([]);
  await (await Talk.of(stage.server.client, first)).whenEnded();
  stage.clock.ts += 5 * 3600 * 1000;
  stage = await stage.again();
  await stage.pass(0);
  expect(await sessions(stage)).toHaveLength(2);
  stage = await stage.again();
  await stage.pass(0);
  expect(await sessions(stage)).toHaveLength(2);
});

test("[M7] a schedule that is off sends nothing, also not for times due meanwhile", async () => {
  const stage = await openStage({ own: agent() });
  const { services, home, pass } = stage;
  const { scheduleId } = await services.schedules.add(
    home.project,
    {
      text: "Look.",
      pattern: "0 * * * *",
      timeZone: "UTC",
    },
    owner,
  );
  await services.schedules.enable(scheduleId, false, owner);
  await pass(3 * 3600);
  await services.schedules.enable(scheduleId, true, owner);
  await pass(0);
  expect(await sessions(stage)).toEqual([]);
  await services.schedules.remove(scheduleId);
  expect(await services.schedules.of(undefined)).toEqual([]);
});

test("[M8] when clocks change, a skipped time is used right after the change, and a repeated one once", async () => {
  expect(await times("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", 2)).toEqual([
    "2026-03-29T01:00:00.000Z",
    "2026-03-30T00:30:00.000Z",
  ]);
  expect(await times("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", 2)).toEqual([
    "2026-10-25T00:30:00.000Z",
    "2026-10-26T01:30:00.000Z",
  ]);
});

test("[M8] an invalid pattern or one without a match is rejected with the reason", async () => {
  const { server, home } = await openStage({ own: agent() });
  const add = (pattern: string, more: object = {}) =>
    server.client.ask<{ error: { code: string; message: string } }>("POST", "/api/schedules", {
      ...{ project_root: home.project, text: "x", pattern, ...more },
    });
  for (const [pattern, more] of [
    ["61 * * * *", {}],
    ["* * * * * *", {}],
    ["0 0 30 2 *", {}],
    ["0 9 * * *", { time_zone: "Mars/One" }],
  ] as const) {
    const { status, body } = await add(pattern, more);
    expect([pattern, status, body.error.code]).toEqual([pattern, 400, "bad_request"]);
  }
});
