import type { Run } from "@polylog/core";
import { allow, isAsk } from "../support/answers.ts";
import type { Bench, Heard, Scenario } from "../support/scenario.ts";

const slow = "[[subagent Take your time. [[shell touch begun.txt && sleep 63]] [[say Not reached.]]]]";
const quick = "[[subagent Look around. [[shell touch begun.txt && sleep 2]] [[say It is fine.]]]]";

export const subagents: readonly Scenario[] = [
  {
    name: "cancel one subagent",
    run: async (bench) => {
      const { runId, child } = await startSubagent(bench, `${slow} [[say I go on alone.]]`);
      await bench.cancel(child);
      await bench.ended(runId);
      return [`the command runs on: ${await bench.runsOn("sleep 63")}`];
    },
    tells: outcomes,
    expected: [
      ...["user", "subagent stopped", "  shell interrupted", "agent: I go on alone.", "= completed"],
      ...["cancelled below completed", "the command runs on: false"],
    ],
  },
  {
    name: "message to a subagent",
    run: async (bench) => {
      const { runId, child } = await startSubagent(bench, `${quick} [[say Thanks.]]`);
      await bench.steer(child, "By the way: marzipan.");
      await bench.ended(runId);
      const heard = bench.requests().filter(({ body }) => JSON.stringify(body).includes("marzipan"));
      // Only the parent's script contains the parent's last text.
      const isAbove = heard.some(({ body }) => JSON.stringify(body).includes("Thanks."));
      return [`the subagent alone heard it: ${heard.length > 0 && !isAbove}`];
    },
    tells: outcomes,
    expected: [
      ...["user", "subagent ok", "  shell ok", "  user (steered)", "  agent: It is fine.", "agent: Thanks."],
      ...["= completed", "completed below completed", "the subagent alone heard it: true"],
    ],
  },
];

/** Starts a run whose subagent runs a command, and resolves when the command really runs. */
async function startSubagent(bench: Bench, text: string): Promise<{ runId: string; child: string }> {
  const begun = bench.fileAppears("begun.txt");
  const runId = await bench.prompt(text);
  const spawned = await bench.until(({ type }) => type === "subagent_spawned");
  const asked = bench.until(isAsk).then(async (ask) => {
    if (isAsk(ask)) await bench.answer(allow(ask));
  });
  // Some programs request permission for such a command and some do not.
  asked.catch(() => undefined);
  await begun;
  return { runId, child: spawned.type === "subagent_spawned" ? spawned.childRunId : "" };
}

function outcomes({ conversation }: Heard): string[] {
  const runs: readonly Run[] = conversation.runs.slice();
  const ends = (isBelow: boolean) =>
    runs.filter(({ parentRunId }) => (parentRunId !== null) === isBelow).map(({ outcome }) => outcome);
  return [`${ends(true).join(" ")} below ${ends(false).join(" ")}`];
}
