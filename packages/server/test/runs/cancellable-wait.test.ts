import { expect, test } from "vitest";
import { GivenUp } from "../../src/runs/cancellable-wait.ts";

test("a wait gives what the work gives, or its error", async () => {
  const wait = new GivenUp();
  expect(await wait.or(Promise.resolve("done"))).toBe("done");
  await expect(wait.or(Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

test("once given up, every wait is over: those that were there and those to come", async () => {
  const wait = new GivenUp();
  const never = new Promise<string>(() => undefined);
  const waits = [wait.or(never), wait.or(never)];
  wait.giveUp();
  expect(await Promise.all([...waits, wait.or(never)])).toEqual([undefined, undefined, undefined]);
});
