import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { agent } from "../exchange/support/agents.ts";
import { owner } from "../support/owner.ts";
import { openStage, type Stage } from "./stage.ts";

/** A person speaks while the scheduler looks: at each moment of the look, one after the other. */

const moments = 40;

async function inTheMidst(
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
    // What comes later finds it as the person left it.
    await stage.pass(120);
    states.push(await state());
  }
  return states;
}

const always = (state: unknown) => Array.from({ length: moments }, () => state);

const stageOfOne = () => openStage({ own: agent() });

test("[M9] a mission that is cleared stays so, at whatever moment", async () => {
  const stage = await stageOfOne();
  const { service, home } = stage;
  const work = {
    prepare: () => service.setMission(home.project, { text: "Go on." }, owner),
    speak: () => service.clearMission(home.project),
  };
  const state = async () => {
    const [newest] = await service.missions(home.project);
    return [await service.mission(home.project), newest?.endReason];
  };
  expect(await inTheMidst(stage, work, state)).toEqual(always([null, "cleared"]));
});

test("[M9] a mission that is paused, or told to do otherwise, stays so", async () => {
  const stage = await stageOfOne();
  const { service, home } = stage;
  const work = {
    prepare: () => service.setMission(home.project, { text: "Go on.", maxTriggers: 5 }, owner),
    speak: () => service.changeMission(home.project, { paused: true, maxTriggers: 7 }, owner),
  };
  const state = async () => {
    const mission = await service.mission(home.project);
    return [mission?.paused?.reason, mission?.maxTriggers];
  };
  expect(await inTheMidst(stage, work, state)).toEqual(always(["person", 7]));
});

test("[M9] a mission that takes another's place is the only one", async () => {
  const stage = await stageOfOne();
  const { service, home } = stage;
  const work = {
    prepare: () => service.setMission(home.project, { text: "One." }, owner),
    speak: () => service.setMission(home.project, { text: "Two." }, owner),
  };
  const state = async () => {
    const open = (await service.missions(home.project)).filter(({ endedTs }) => endedTs === null);
    return open.map(({ text }) => text);
  };
  expect(await inTheMidst(stage, work, state)).toEqual(always(["Two."]));
});

test("[M9] a schedule that is deleted stays so, and one that is switched off", async () => {
  const stage = await stageOfOne();
  const { service, home } = stage;
  const ids: string[] = [];
  const prepare = async () => {
    const schedule = { text: "Look.", pattern: "* * * * *", timeZone: "UTC" };
    ids.push((await service.addSchedule(home.project, schedule, owner)).scheduleId);
  };
  const remove = { prepare, speak: () => service.removeSchedule(ids.at(-1) as string) };
  const count = async () => (await service.schedules(home.project)).length;
  expect(await inTheMidst(stage, remove, count)).toEqual(always(0));

  const disable = { prepare, speak: () => service.enableSchedule(ids.at(-1) as string, false, owner) };
  const isOn = async () => {
    const [only] = await service.schedules(home.project);
    await service.removeSchedule(ids.at(-1) as string);
    return only?.enabled;
  };
  expect(await inTheMidst(stage, disable, isOn)).toEqual(always(false));
});

test("[M9] a mission that is cleared while its budget runs out stays so", async () => {
  const usage = { costUsd: 5, inputTokens: 1, outputTokens: 1 };
  const stage = await openStage({ own: agent({}, [{ usage }, { text: "heard" }]) });
  const { service, home } = stage;
  const prepare = async () => {
    await service.setMission(home.project, { text: "Go on.", budget: { costUsd: 1 } }, owner);
    await stage.pass(0);
  };
  const work = { prepare, speak: () => service.clearMission(home.project) };
  const state = async () => {
    const [newest] = await service.missions(home.project);
    return [newest?.endReason, newest?.triggers];
  };
  expect(await inTheMidst(stage, work, state)).toEqual(always(["cleared", 1]));
});
