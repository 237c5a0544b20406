import type { EventBody } from "@polylog/core";
import { heard } from "../support/heard.ts";
import type { Bench, Scenario } from "../support/scenario.ts";

const first = ["user", "agent: I keep it.", "= completed"];
const again = ["user", "agent: Here again.", "= completed"];

export const sessions: readonly Scenario[] = [
  {
    name: "queue of three",
    run: async (bench) => {
      for (const word of ["one", "two", "three"]) await bench.play(`[[say This is ${word}.]]`);
      return undefined;
    },
    expected: ["one", "two", "three"].flatMap((word) => ["user", `agent: This is ${word}.`, "= completed"]),
  },
  {
    name: "two runs in one program",
    run: async (bench) => {
      await bench.play("My word is marzipan. [[say I keep it.]]");
      // Helper processes of the program may have ended by then.
      const program = Math.min(...bench.processes());
      await bench.play("[[say Here again.]]");
      return [`the same process: ${bench.processes().includes(program)}`, remembers(bench)];
    },
    expected: [...first, ...again, "the same process: true", "it remembers: true"],
  },
  {
    name: "resume after stopping the program",
    run: async (bench) => {
      await bench.play("My word is marzipan. [[say I keep it.]]");
      await bench.stop();
      await bench.play("[[say Here again.]]");
      return [remembers(bench)];
    },
    expected: [...first, ...again, "it remembers: true"],
  },
  {
    name: "resume after kill -9 of the server",
    run: async (bench) => {
      await bench.play("My word is marzipan. [[say I keep it.]]");
      await bench.stop();
      await bench.crashServer("[[words 400 50]]");
      await bench.play("[[say Here again.]]");
      return [remembers(bench)];
    },
    expected: [...first, "user", "agent: …", "= interrupted", ...again, "it remembers: true"],
  },
  {
    name: "adopt a session of the program",
    run: async (bench) => {
      await bench.writeFile("notes.txt", "one\n");
      await bench.adopt("My word is marzipan. [[read notes.txt]] [[say I keep it.]]");
      await bench.play("[[say Here again.]]");
      return [remembers(bench)];
    },
    expected: ["user", "read ok: one", ...first.slice(1), ...again, "it remembers: true"],
  },
  {
    name: "program killed with -9 in mid-run",
    run: async (bench) => {
      await bench.play("My word is marzipan. [[say I keep it.]]");
      const runId = await bench.prompt("[[words 400 50]]");
      await bench.until((event) => event.type === "text_delta");
      bench.kill();
      await bench.ended(runId);
      await bench.play("[[say Here again.]]");
      return [remembers(bench)];
    },
    failure: { code: "backend_exited", message: / exited unexpectedly \(SIGKILL\)\./ },
    expected: [...first, "user", "agent: …", "= failed", ...again, "it remembers: true"],
  },
  {
    name: "program not installed",
    start: { program: "missing" },
    run: async (bench) => {
      await bench.play("[[say Not reached.]]");
      return undefined;
    },
    failure: {
      code: "program_not_found",
      message: /\/no-such-program is not an executable program\. Check the agent's command\.$/,
    },
    expected: ["user", "= failed"],
  },
  {
    name: "untested program version",
    start: { program: "other_version" },
    run: async (bench) => {
      await bench.play("[[say Hello all the same.]]");
      return undefined;
    },
    tells: ({ events }) => {
      const isNotice = (event: EventBody) => event.type === "notice" && event.code === "untested_version";
      return [`noticed: ${events.some(isNotice)}`];
    },
    expected: ["user", "agent: Hello all the same.", "= completed", "noticed: true"],
  },
  {
    name: "model change",
    run: async (bench) => {
      await bench.play("[[say One.]]");
      await (await bench.connect()).setModel(bench.otherModel);
      await bench.play("[[say Two.]]");
      return [
        `the other model was used: ${bench.requests().some(({ model }) => model === bench.otherModel)}`,
      ];
    },
    expected: [
      ...["user", "agent: One.", "= completed", "user", "agent: Two.", "= completed"],
      "the other model was used: true",
    ],
  },
  {
    name: "mode change",
    run: async (bench) => {
      await bench.play("[[say One.]]");
      await (await bench.connect()).setMode("plan");
      await bench.play(`[[${bench.planStep}]] [[say Planned.]]`, (ask) => {
        if (ask.type !== "plan_update") throw new Error("Expected only a plan.");
        return { kind: "plan", askId: ask.planId, decision: "approve", plan: null, mode: "ask" };
      });
      return undefined;
    },
    expected: [
      "user",
      "agent: One.",
      "= completed",
      "user",
      "plan: approve",
      "agent: Planned.",
      "= completed",
    ],
  },
];

function remembers(bench: Bench): string {
  return `it remembers: ${heard(bench, "marzipan", "Here again.")}`;
}
