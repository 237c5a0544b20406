import { describe, expect, test } from "vitest";
import { fixtureNames, readEvents, readFixture } from "../record/fixture.ts";
import { recorders } from "../record/recorders.ts";
import { replayAcp } from "./replay.ts";

const recorded = Object.keys(recorders).filter((name) => name.startsWith("acp/"));

test.each(recorded)("[AC1] every scenario of %s with a distinct shape is recorded", (agent) => {
  expect(fixtureNames(agent).length).toBe(recorders[agent]?.scenarios.length);
});

/** Recorded once with programs that the tests do not install. */
const elsewhere = ["acp/copilot", "acp/zed-codex"].filter((name) => !recorded.includes(name));

describe.each([...recorded, ...elsewhere])("%s", (agent) => {
  const names = fixtureNames(agent);

  test.each(names)("[AC1] a recording of %s translates to the same events, whole", (name) => {
    const events: unknown = JSON.parse(JSON.stringify(replayAcp(readFixture(agent, name))));
    expect(events).toEqual(readEvents(agent, name));
  });

  test.each(names)("[AC1] every line of %s is understood", (name) => {
    const raw = replayAcp(readFixture(agent, name)).filter(({ type }) => type === "backend_raw");
    expect(raw).toEqual([]);
  });
});
