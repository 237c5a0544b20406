import { describe, expect, test } from "vitest";
import { fixtureNames, readEvents, readFixture } from "../record/fixture.ts";
import { recorders } from "../record/recorders.ts";
import { replayAcp } from "./replay.ts";

const agents = Object.keys(recorders).filter((name) => name.startsWith("acp/"));

describe.each(agents)("%s", (agent) => {
  const names = fixtureNames(agent);

  test("[AC1] every scenario with a shape of its own is recorded", () => {
    expect(names.length).toBe(recorders[agent]?.scenarios.length);
  });

  test.each(names)("[AC1] a recording of %s translates to the same events, whole", (name) => {
    const events: unknown = JSON.parse(JSON.stringify(replayAcp(readFixture(agent, name))));
    expect(events).toEqual(readEvents(agent, name));
  });

  test.each(names)("[AC1] nothing of %s is not understood", (name) => {
    const raw = replayAcp(readFixture(agent, name)).filter(({ type }) => type === "backend_raw");
    expect(raw).toEqual([]);
  });
});
