import { findRun } from "@polylog/core";
import { choose, decide, isAsk, permission } from "../support/answers.ts";
import { heard } from "../support/heard.ts";
import type { Answerer, Bench, Heard, Scenario } from "../support/scenario.ts";

const asks = { asks: true };

export const permissions: readonly Scenario[] = [
  {
    name: "permission allow",
    start: asks,
    run: async (bench) => {
      await bench.play(`${touch(bench)} [[say Made it.]]`, permission("allow_once"));
      return made(bench);
    },
    tells: asked,
    expected: ["user", "shell ok", "agent: Made it.", "= completed", "asked 1", "made: true"],
  },
  {
    name: "permission deny",
    start: asks,
    run: async (bench) => {
      await bench.play(`${touch(bench)} [[say Then not.]]`, permission("reject_once"));
      return made(bench);
    },
    tells: asked,
    expected: ["user", "shell denied", "agent: Then not.", "= completed", "asked 1", "made: false"],
  },
  {
    name: "permission deny with a reason",
    start: asks,
    run: async (bench) => {
      await bench.play(`${touch(bench)} [[say Then not.]]`, permission("reject_once", "Not now"));
      return [...(await made(bench)), `told why: ${heard(bench, "Not now")}`];
    },
    tells: asked,
    expected: [
      ...["user", "shell denied", "agent: Then not.", "= completed"],
      ...["asked 1", "made: false", "told why: true"],
    ],
  },
  {
    // The program keeps no rules, so it asks again. In production, the server's rule answers.
    name: "permission always",
    start: asks,
    run: async (bench) => {
      await bench.play(`${touch(bench)} ${touch(bench)} [[say Twice.]]`, always);
      return made(bench);
    },
    tells: asked,
    expected: ["user", "shell ok", "shell ok", "agent: Twice.", "= completed", "asked 2", "made: true"],
  },
  {
    name: "permission deny and stop",
    start: asks,
    run: async (bench) => {
      const runId = await bench.prompt(`${touch(bench)} [[stall 60000]]`);
      const ask = await bench.until(isAsk);
      if (!isAsk(ask)) return undefined;
      await bench.answer(permission("reject_once")(ask));
      await bench.cancel(runId);
      await bench.ended(runId);
      return made(bench);
    },
    tells: asked,
    expected: ["user", "shell denied", "= cancelled", "asked 1", "made: false"],
  },
  {
    name: "permission inside a subagent",
    start: asks,
    run: async (bench) => {
      await bench.play(`[[subagent Go ahead. ${touch(bench)} [[say Made.]]]] [[say Thanks.]]`);
      return made(bench);
    },
    // Some programs also request permission to start the subagent.
    tells: askedBelow,
    expected: [
      ...["user", "subagent ok", "  shell ok", "  agent: Made.", "agent: Thanks.", "= completed"],
      ...["asked 1 below", "made: true"],
    ],
  },
  {
    name: "question",
    run: async (bench) => {
      await bench.play("[[ask Which one? | Red | Blue]] [[say So be it.]]", choose("Blue"));
      return undefined;
    },
    expected: ["user", "question: Which one? Blue", "agent: So be it.", "= completed"],
  },
  {
    name: "plan approve",
    start: { permissionMode: "plan" },
    run: async (bench) => {
      const plan = `[[${bench.planStep}]] ${touch(bench)} [[say Done.]]`;
      await bench.play(plan, decide("approve"));
      return made(bench);
    },
    tells: asked,
    expected: ["user", "plan: approve", "shell ok", "agent: Done.", "= completed", "asked 1", "made: true"],
  },
  {
    name: "plan reject",
    start: { permissionMode: "plan" },
    run: async (bench) => {
      await bench.play(`[[${bench.planStep}]] [[say Then not.]]`, decide("reject"));
      return made(bench);
    },
    tells: asked,
    expected: ["user", "plan: reject", "agent: Then not.", "= completed", "asked 0", "made: false"],
  },
];

function touch(bench: Bench): string {
  return `[[${bench.askedStep("touch made.txt")}]]`;
}

/** Chooses the longest-lasting approval that is offered. */
const always: Answerer = (ask) => {
  if (ask.type !== "permission_request") throw new Error("Expected a permission request.");
  const kinds = ["allow_always", "allow_project", "allow_session"] as const;
  const kind = kinds.find((wanted) => ask.options.some((option) => option.kind === wanted));
  if (kind === undefined) throw new Error("No lasting option is offered.");
  return permission(kind)(ask);
};

async function made(bench: Bench): Promise<string[]> {
  return [`made: ${(await bench.readFile("made.txt")) !== null}`];
}

function asked({ events }: Heard): string[] {
  return [`asked ${events.filter(({ type }) => type === "permission_request").length}`];
}

function askedBelow({ conversation, events }: Heard): string[] {
  const below = events.filter(
    ({ type, runId = "" }) =>
      type === "permission_request" && findRun(conversation, runId)?.parentRunId != null,
  );
  return [`asked ${below.length} below`];
}
