import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };

test("the package's command runs the program", async () => {
  const file = path.join(import.meta.dirname, "..", manifest.bin.polylog);
  const { stdout } = await promisify(execFile)(process.execPath, [file, "--version"]);
  expect(stdout).toBe(`${manifest.version}\n`);
});
