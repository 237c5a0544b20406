import { expect, test } from "vitest";
import { CancellableWait } from "../../src/runs/cancellable-wait.ts";

test("a wait returns the result of the work, or its error", async () => {
  const wait = new CancellableWait();
  expect(await wait.orCancelled(Promise.resolve("done"))).toBe("done");
  await expect(wait.orCancelled(Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

test("once cancelled, every wait is over, current and future ones", async () => {
  const wait = new CancellableWait();
  const never = new Promise<string>(() => undefined);
  const waits = [wait.orCancelled(never), wait.orCancelled(never)];
  wait.cancel();
  expect(await Promise.all([...waits, wait.orCancelled(never)])).toEqual([undefined, undefined, undefined]);
});
