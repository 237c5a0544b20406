import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { ConfigFile } from "../../src/config/config-file.ts";
import { parseConfig, readConfig, replaceReferences } from "../../src/config/read-config.ts";
import { PolylogError } from "../../src/polylog-error.ts";

async function errorOf(run: () => unknown): Promise<object> {
  try {
    await run();
  } catch (error) {
    if (error instanceof PolylogError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("nothing was wrong");
}

test("a missing file is empty", async () => {
  expect(await readConfig("/nowhere/config.json")).toEqual({});
});

test("an invalid file names file, line and field", async () => {
  const text =
    '{\n  "agents": {\n    "x": {\n      "backend": "script",\n      "permission_mode": "maybe"\n    }\n  }\n}';
  expect(await errorOf(() => parseConfig(text, "config.json"))).toEqual({
    code: "bad_config",
    message: expect.stringMatching(/^config\.json:5: agents\.x\.permission_mode: must be "ask" or /),
  });
  expect(await errorOf(() => parseConfig('{\n  "port": 1,\n}', "config.json"))).toEqual({
    code: "bad_config",
    message: expect.stringMatching(/^config\.json:3: Invalid JSON/),
  });
  expect(await errorOf(() => parseConfig('{ "prot": 1 }', "config.json"))).toMatchObject({
    code: "bad_config",
    message: expect.stringContaining("prot"),
  });
});

test("references to variables and files are replaced", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "polylog-config-"));
  await writeFile(path.join(folder, "key.txt"), "secret\n");
  const text = "a {env:NAME} b {file:key.txt} c {env:MISSING} {other:x}";
  expect(await replaceReferences(text, folder, { NAME: "value" })).toBe("a value b secret c  {other:x}");
});

test("secrets are hidden, and stay when the displayed settings are sent back", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "polylog-config-"));
  const file = path.join(folder, "config.json");
  const agent = { backend: "script", api_key: "canary-1", env: { TOKEN: "canary-2" } };
  await writeFile(file, JSON.stringify({ agents: { x: agent } }));
  const config = await ConfigFile.open(file);
  const shown = config.shown();
  expect(JSON.stringify(shown)).not.toContain("canary");
  await config.change(shown as object, async () => undefined);
  expect(await readConfig(file)).toEqual({ agents: { x: agent } });
});

test("invalid settings are rejected and the last valid ones stay", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "polylog-config-"));
  const file = path.join(folder, "config.json");
  await writeFile(file, JSON.stringify({ default_agent: "x" }));
  const config = await ConfigFile.open(file);
  await expect(config.change({ default_agent: 5 }, async () => undefined)).rejects.toMatchObject({
    code: "bad_config",
  });
  await writeFile(file, "{");
  await expect(config.reload()).rejects.toMatchObject({ code: "bad_config" });
  expect(config.config).toEqual({ default_agent: "x" });
});
