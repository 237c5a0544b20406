import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sampleTree } from "../testing/sample-tree.ts";
import { withLock } from "./lock.mjs";

test("work under one lock never overlaps, and the lock is gone afterwards", async () => {
  const root = sampleTree({});
  const file = path.join(root, "below/install.lock");
  let inside = 0;
  let waits = 0;
  const work = async () => {
    inside += 1;
    expect(inside).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    inside -= 1;
    return "done";
  };
  const onWait = () => {
    waits += 1;
  };
  const results = await Promise.all([1, 2, 3].map(() => withLock(file, { onWait }, work)));
  expect({ results, waits }).toEqual({ results: ["done", "done", "done"], waits: 2 });
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

test("the lock is released when the work throws", async () => {
  const file = path.join(sampleTree({}), "install.lock");
  const failing = withLock(file, { onWait: () => {} }, () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(existsSync(file)).toBe(false);
});

test("a lock whose holder died is taken over", async () => {
  const file = path.join(sampleTree({}), "install.lock");
  writeFileSync(file, "999999999");
  expect(await withLock(file, { onWait: () => {} }, async () => "mine")).toBe("mine");
});
