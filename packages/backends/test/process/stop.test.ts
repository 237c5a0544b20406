import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { workingContainments } from "../../src/process/containment.ts";
import { limits } from "../../src/process/limits.ts";
import { lineReader, startNode } from "../node-program.ts";
import { processesWith } from "../process-list.ts";
import { programThatIgnoresSignals } from "../program-that-ignores-signals.ts";

const containments = await workingContainments();

describe.each(containments)("a program bound by $kind", (containment) => {
  test("ends at the first signal", async () => {
    const program = await startNode('console.log("up"); setInterval(() => {}, 1000)', { containment });
    await lineReader(program)();
    expect(await program.stop()).toEqual({ code: null, signal: "SIGTERM", stderrTail: "" });
  });

  test("may clean up within the grace period", async () => {
    const code =
      'process.once("SIGTERM", () => { console.error("tidying"); process.exit(7); }); console.log("up"); setInterval(() => {}, 1000)';
    const program = await startNode(code, { containment });
    await lineReader(program)();
    expect(await program.stop()).toEqual({ code: 7, signal: null, stderrTail: "tidying" });
  });

  test("leaves no processes behind when it exits [R17]", async () => {
    const name = randomUUID();
    const program = await startNode(programThatIgnoresSignals(name, "process.exit(0)"), { containment });
    expect(await program.exit).toEqual({ code: 0, signal: null, stderrTail: "" });
    expect(processesWith(name)).toEqual([]);
  });
});

test("a stop waits less than 5 s in total [R14]", () => {
  expect(limits.graceMs + 2 * limits.killMs).toBeLessThan(5000);
});

test("a program is killed with everything that it started, in every containment and on repeated stops [R14]", async () => {
  await Promise.all(
    containments.map(async (containment) => {
      const name = randomUUID();
      const program = await startNode(programThatIgnoresSignals(name, 'console.log("all")'), { containment });
      expect(await lineReader(program)()).toBe("all");
      expect(processesWith(name).length).toBeGreaterThanOrEqual(4);
      const exits = await Promise.all(Array.from({ length: 10 }, () => program.stop()));
      expect(exits).toEqual(
        Array.from({ length: 10 }, () => ({ code: null, signal: "SIGKILL", stderrTail: "" })),
      );
      expect(processesWith(name)).toEqual([]);
      expect(await program.stop()).toEqual(exits[0]);
    }),
  );
});
