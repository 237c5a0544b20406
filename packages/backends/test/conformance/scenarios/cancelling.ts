import { allow, isAsk } from "../support/answers.ts";
import { heard } from "../support/heard.ts";
import type { Bench, Scenario } from "../support/scenario.ts";

const next = ["user", "agent: Still here.", "= completed"];

export const cancelling: readonly Scenario[] = [
  {
    name: "cancel in text",
    run: async (bench) => {
      const runId = await bench.prompt("[[words 400 50]]");
      await bench.until((event) => event.type === "text_delta" && event.offset > 10);
      const before = textSoFar(bench);
      await bench.cancel(runId);
      await bench.ended(runId);
      const kept = textSoFar(bench).startsWith(before);
      await bench.play("[[say Still here.]]");
      return [`the text is kept: ${kept}`];
    },
    expected: ["user", "agent: …", "= cancelled", ...next, "the text is kept: true"],
  },
  {
    name: "cancel in a tool",
    run: async (bench) => {
      const runId = await startSlowCommand(bench, "sleep 61");
      await bench.cancel(runId);
      await bench.ended(runId);
      await bench.play("[[say Still here.]]");
      return [`the command runs on: ${await bench.runsOn("sleep 61")}`];
    },
    expected: ["user", "shell interrupted", "= cancelled", ...next, "the command runs on: false"],
  },
  {
    name: "cancel while it asks",
    start: { asks: true },
    run: async (bench) => {
      const runId = await bench.prompt(`[[${bench.askedStep("touch made.txt")}]] [[say Not reached.]]`);
      await bench.until(isAsk);
      await bench.cancel(runId);
      await bench.ended(runId);
      await bench.play("[[say Still here.]]");
      return [`made: ${(await bench.readFile("made.txt")) !== null}`];
    },
    expected: ["user", "shell interrupted", "= cancelled", ...next, "made: false"],
  },
  {
    name: "cancel when idle",
    run: async (bench) => {
      const runId = await bench.play("[[say Done already.]]");
      await bench.cancel(runId);
      await bench.play("[[say Still here.]]");
      return undefined;
    },
    expected: ["user", "agent: Done already.", "= completed", ...next],
  },
  {
    name: "steer",
    run: async (bench) => {
      const runId = await startSlowCommand(bench, "sleep 2");
      await bench.steer(runId, "By the way: marzipan.");
      await bench.ended(runId);
      return [`the model heard it: ${heard(bench, "marzipan")}`];
    },
    expected: [
      ...["user", "shell ok", "user (steered)", "agent: After the command.", "= completed"],
      "the model heard it: true",
    ],
  },
];

/** Starts a run with a slow command, and resolves when the command really runs. */
async function startSlowCommand(bench: Bench, command: string): Promise<string> {
  const begun = bench.fileAppears("begun.txt");
  const runId = await bench.prompt(`[[shell touch begun.txt && ${command}]] [[say After the command.]]`);
  const asked = bench.until(isAsk).then(async (ask) => {
    if (isAsk(ask)) await bench.answer(allow(ask));
  });
  // Some programs request permission for such a command and some do not.
  asked.catch(() => undefined);
  // Some report a command only after it has started.
  await Promise.all([begun, bench.until((event) => event.type === "tool_call_start")]);
  return runId;
}

function textSoFar(bench: Bench): string {
  const { entries } = bench.conversation().main;
  return entries
    .slice()
    .map((entry) => (entry.kind === "message" && entry.role === "assistant" ? entry.body.toString() : ""))
    .join("");
}
