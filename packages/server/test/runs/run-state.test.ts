import { describe, expect, test } from "vitest";
import type { RunEffect, RunInput, RunState } from "../../src/runs/run-state.ts";
import { idle, nextRunState } from "../../src/runs/run-state.ts";

const runId = "r1";
const states = {
  idle,
  starting: { name: "starting", runId },
  running: { name: "running", runId },
  cancelling: { name: "cancelling", runId },
} satisfies Record<RunState["name"], RunState>;

type Outcome = readonly [RunState["name"], ...RunEffect[]] | "throws";

/** Every state with every input. */
const table: Record<RunState["name"], Record<RunInput["name"], Outcome>> = {
  idle: {
    prompt: ["starting"],
    given: ["idle"],
    ended: ["idle"],
    cancel: ["idle"],
    overdue: ["idle"],
    gone: ["idle"],
  },
  starting: {
    prompt: "throws",
    given: ["running"],
    ended: ["idle", "settle_as_told"],
    cancel: ["idle", "kill", "settle_cancelled"],
    overdue: ["starting"],
    gone: ["idle", "settle_failed"],
  },
  running: {
    prompt: "throws",
    given: ["running"],
    ended: ["idle", "settle_as_told"],
    cancel: ["cancelling", "ask_to_stop"],
    overdue: ["running"],
    gone: ["idle", "settle_failed"],
  },
  cancelling: {
    prompt: "throws",
    given: ["cancelling"],
    ended: ["idle", "settle_cancelled"],
    cancel: ["cancelling"],
    overdue: ["idle", "kill", "settle_cancelled"],
    gone: ["idle", "settle_cancelled"],
  },
};

describe.each(Object.entries(table))("an agent that is %s", (name, row) => {
  const state = states[name as RunState["name"]];
  test.each(Object.entries(row))("accepts %s", (input, outcome) => {
    const step = () => nextRunState(state, { name: input, runId } as RunInput);
    if (outcome === "throws") {
      expect(step).toThrow("one run at a time");
      return;
    }
    const [next, ...effects] = outcome as readonly [RunState["name"], ...RunEffect[]];
    expect(step()).toEqual({ state: states[next], effects });
  });

  test.each(["given", "ended", "cancel", "overdue"] as const)(
    "is not moved by %s of another run",
    (input) => {
      expect(nextRunState(state, { name: input, runId: "other" })).toEqual({ state, effects: [] });
    },
  );
});
