import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { workingContainments } from "../../src/process/containment.ts";
import { limits } from "../../src/process/limits.ts";
import { lineReader, startNode } from "../node-program.ts";
import { processesWith } from "../process-list.ts";
import { stubbornFamily } from "../stubborn-family.ts";

const containments = await workingContainments();

describe.each(containments)("a program bound by $kind", (containment) => {
  test("ends of the first, kind signal", async () => {
    const program = await startNode('console.log("up"); setInterval(() => {}, 1000)', { containment });
    await lineReader(program)();
    expect(await program.stop()).toEqual({ code: null, signal: "SIGTERM", stderrTail: "" });
  });

  test("may end in its own way within the grace", async () => {
    const code =
      'process.once("SIGTERM", () => { console.error("tidying"); process.exit(7); }); console.log("up"); setInterval(() => {}, 1000)';
    const program = await startNode(code, { containment });
    await lineReader(program)();
    expect(await program.stop()).toEqual({ code: 7, signal: null, stderrTail: "tidying" });
  });

  test("that ends by itself leaves nothing behind [R17]", async () => {
    const name = randomUUID();
    const program = await startNode(stubbornFamily(name, "process.exit(0)"), { containment });
    expect(await program.exit).toEqual({ code: 0, signal: null, stderrTail: "" });
    expect(processesWith(name)).toEqual([]);
  });
});

test("what a stop waits for is less than 5 s in all [R14]", () => {
  expect(limits.graceMs + 2 * limits.killMs).toBeLessThan(5000);
});

test("however it is bound, a program is killed with all it started, however often that is asked [R14]", async () => {
  await Promise.all(
    containments.map(async (containment) => {
      const name = randomUUID();
      const program = await startNode(stubbornFamily(name, 'console.log("all")'), { containment });
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
