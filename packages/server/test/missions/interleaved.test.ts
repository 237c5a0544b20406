import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { agent } from "../exchange/support/agents.ts";
import { owner } from "../support/owner.ts";
import { openStage, type Stage } from "./stage.ts";

/** A person's change arrives while the scheduler runs: at each moment of its run, one after the other. */

const moments = 40;

async function changeAtEachMoment(
  stage: Stage,
  { prepare, speak }: { prepare: () => Promise<unknown>; speak: () => Promise<unknown> },
  state: () => Promise<unknown>,
): Promise<unknown[]> {
  const states: unknown[] = [];
  for (let moment = 0; moment < moments; moment++) {
    await prepare();
    const look = stage.pass(120);
    for (let passed = 0; passed < moment; passed++) await turn();
    await speak();
    await look;
    // Later runs find it as the person left it.
    await stage.pass(120);
    states.push(await state());
  }
  return states;
}

const atEachMoment = (state: unknown) => Array.from({ length: moments }, () => state);

const openStageWithAgent = () => openStage({ own: agent() });

test("[M9] a mission that is cleared stays cleared, whatever the moment", async () => {
  const stage = await openStageWithAgent();
  const { services, home } = stage;
  const work = {
    prepare: () => services.missions.set(home.project, { text: "Go on." }, owner),
    speak: () => services.missions.clear(home.project),
  };
  const state = async () => {
    const [newest] = await services.missions.of(home.project);
    return [await services.missions.current(home.project), newest?.endReason];
  };
  expect(await changeAtEachMoment(stage, work, state)).toEqual(atEachMoment([null, "cleared"]));
});

test("[M9] a mission that is paused or changed stays so", async () => {
  const stage = await openStageWithAgent();
  const { services, home } = stage;
  const work = {
    prepare: () => services.missions.set(home.project, { text: "Go on.", maxTriggers: 5 }, owner),
    speak: () => services.missions.change(home.project, { paused: true, maxTriggers: 7 }, owner),
  };
  const state = async () => {
    const mission = await services.missions.current(home.project);
    return [mission?.paused?.reason, mission?.maxTriggers];
  };
  expect(await changeAtEachMoment(stage, work, state)).toEqual(atEachMoment(["person", 7]));
});

test("[M9] a mission that replaces another is the only one", async () => {
  const stage = await openStageWithAgent();
  const { services, home } = stage;
  const work = {
    prepare: () => services.missions.set(home.project, { text: "One." }, owner),
    speak: () => services.missions.set(home.project, { text: "Two." }, owner),
  };
  const state = async () => {
    const open = (await services.missions.of(home.project)).filter(({ endedTs }) => endedTs === null);
    return open.map(({ text }) => text);
  };
  expect(await changeAtEachMoment(stage, work, state)).toEqual(atEachMoment(["Two."]));
});

test("[M9] a schedule that is deleted stays deleted, and one that is switched off stays off", async () => {
  const stage = await openStageWithAgent();
  const { services, home } = stage;
  const ids: string[] = [];
  const prepare = async () => {
    const schedule = { text: "Look.", pattern: "* * * * *", timeZone: "UTC" };
    ids.push((await services.schedules.add(home.project, schedule, owner)).scheduleId);
  };
  const remove = { prepare, speak: () => services.schedules.remove(ids.at(-1) as string) };
  const count = async () => (await services.schedules.of(home.project)).length;
  expect(await changeAtEachMoment(stage, remove, count)).toEqual(atEachMoment(0));

  const disable = { prepare, speak: () => services.schedules.enable(ids.at(-1) as string, false, owner) };
  const isOn = async () => {
    const [only] = await services.schedules.of(home.project);
    await services.schedules.remove(ids.at(-1) as string);
    return only?.enabled;
  };
  expect(await changeAtEachMoment(stage, disable, isOn)).toEqual(atEachMoment(false));
});

test("[M9] a mission that is cleared while its budget runs out stays cleared", async () => {
  const usage = { costUsd: 5, inputTokens: 1, outputTokens: 1 };
  const stage = await openStage({ own: agent({}, [{ usage }, { text: "heard" }]) });
  const { services, home } = stage;
  const prepare = async () => {
    await services.missions.set(home.project, { text: "Go on.", budget: { costUsd: 1 } }, owner);
    await stage.pass(0);
  };
  const work = { prepare, speak: () => services.missions.clear(home.project) };
  const state = async () => {
    const [newest] = await services.missions.of(home.project);
    return [newest?.endReason, newest?.triggers];
  };
  expect(await changeAtEachMoment(stage, work, state)).toEqual(atEachMoment(["cleared", 1]));
});
