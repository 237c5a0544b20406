import { expect, test, vi } from "vitest";
import { PuppetBench } from "./puppet.ts";

vi.mock(import("../../src/acp/limits.ts"), async (original) => {
  const { limits } = await original();
  return { limits: { ...limits, startMs: 2000 as 60_000 } };
});

test("[AC9] an agent that takes too long to start is stopped, and the run fails with that reason", async () => {
  const puppet = await PuppetBench.open({ neverStarts: true });
  await puppet.play([{ say: "Hello." }]);
  const errors = puppet.bench.events().flatMap((event) => (event.type === "run_ended" ? [event.error] : []));
  expect({ errors, ...(await puppet.finish()) }).toEqual({
    errors: [
      {
        code: "program_not_started",
        message:
          "node took longer than 2 seconds to start and was stopped. Try again when the machine is less busy.",
      },
    ],
    shape: ["user", "= failed"],
    faults: [],
  });
});
