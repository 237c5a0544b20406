import { expect, test } from "vitest";
import { openModel } from "../built-in/support/stage.ts";
import type { Talk } from "../exchange/support/agents.ts";
import { homeWithPrograms } from "../exchange/support/programs.ts";
import { owner } from "../support/owner.ts";
import { Clock, openMissionSession, startStage } from "./stage.ts";

/**
 * Each program's name of the tool that ends a mission. A program that loads tools by URL may start its first
 * run without them.
 */
const programs = [
  ["claude", "mcp__polylog__finalize_task"],
  ["codex", "finalize_task"],
  ["pi", "mcp__polylog__finalize_task"],
  ["acp", "finalize_task"],
  ["own", "finalize_task"],
] as const;

test("[M3] [OT6] a mission ends when its agent reports that the task is done, with every program", async () => {
  const model = await openModel();
  const home = homeWithPrograms(model.url);
  const stage = await startStage(home, new Clock("2026-03-02T08:00:00Z"), {
    env: { PATH: process.env.PATH ?? "", HOME: home.folder },
  });
  const { services, pass } = stage;
  for (const [agentId, tool] of programs) {
    const text = `[[tool ${tool} {"summary":"All green, says ${agentId}."}]] [[say Done.]]`;
    await services.missions.set(home.project, { text, agentId, intervalSeconds: 30 }, owner);
    let talk: Talk | null = null;
    for (let count = 1; ; count++) {
      await pass(30);
      if ((await services.missions.current(home.project)) === null) break;
      talk = await openMissionSession(stage, agentId);
      expect([agentId, await talk.whenEnded(count)]).toMatchObject([agentId, { outcome: "completed" }]);
    }
    expect(talk?.all("finalize_task")).toMatchObject([{ summary: `All green, says ${agentId}.`, ok: true }]);
  }
  const all = await services.missions.of(home.project);
  expect(all.map(({ endReason }) => endReason)).toEqual(programs.map(() => "finalized"));
});
