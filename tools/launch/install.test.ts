import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sampleTree } from "../testing/sample-tree.ts";
import { isStale, stampOf } from "./install.mjs";

const stampFile = (root: string) => path.join(root, "node_modules/.polylog-stamp");

test("dependencies without a stamp are stale", () => {
  expect(isStale(sampleTree({ "package-lock.json": "{}" }))).toBe(true);
  expect(isStale(sampleTree({ "package-lock.json": "{}", "node_modules/zod/package.json": "{}" }))).toBe(
    true,
  );
});

test("a stamp lasts as long as the lock file stays the same", () => {
  const root = sampleTree({ "package-lock.json": "{}", "node_modules/zod/package.json": "{}" });
  writeFileSync(stampFile(root), stampOf(root));
  expect(isStale(root)).toBe(false);
  writeFileSync(path.join(root, "package-lock.json"), '{"changed":true}');
  expect(isStale(root)).toBe(true);
});

test("dependencies of another platform are stale", () => {
  const root = sampleTree({ "package-lock.json": "{}", "node_modules/zod/package.json": "{}" });
  writeFileSync(stampFile(root), stampOf(root).replace(process.platform, "other"));
  expect(isStale(root)).toBe(true);
});

test("a folder without a lock file has nothing to install", () => {
  expect(isStale(sampleTree({ "package.json": "{}" }))).toBe(false);
  expect(isStale("/nowhere")).toBe(false);
});
