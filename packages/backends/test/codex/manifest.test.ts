import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findCodex } from "../../src/codex/find-codex.ts";
import { codexManifest } from "../../src/codex/manifest.ts";
import { thisMachine } from "../../src/detect/machine.ts";
import { temporaryFolder } from "../node-program.ts";

/** The program as npm installs it: a launcher package with a package for the platform. */
function installed() {
  const folder = temporaryFolder();
  const target = path.join(folder, `lib/@openai/codex-${process.platform}-${process.arch}`);
  const native = path.join(target, "vendor/some-target/bin/codex");
  const wrapper = path.join(folder, "lib/@openai/codex/bin/codex.js");
  for (const file of [native, wrapper, path.join(folder, "bin/codex")])
    mkdirSync(path.dirname(file), { recursive: true });
  const about = (name: string, version: string) => JSON.stringify({ name, version });
  writeFileSync(path.join(folder, "lib/@openai/codex/package.json"), about("@openai/codex", "0.166.0"));
  writeFileSync(path.join(target, "package.json"), about("@openai/codex", "0.166.0-linux-x64"));
  for (const file of [native, wrapper])
    writeFileSync(file, "#!/bin/sh\necho codex-cli 0.166.0\n", { mode: 0o755 });
  const command = path.join(folder, "bin/codex");
  symlinkSync(wrapper, command);
  return { command, native };
}

test("[CX13] a missing program is listed with its install command", async () => {
  expect(await codexManifest.detect(thisMachine({ PATH: "/nowhere", HOME: "/nowhere" }))).toEqual([
    {
      id: "codex",
      settings: { backend: "codex" },
      state: "missing",
      reason: "codex was not found. Install it with: npm install -g @openai/codex",
    },
  ]);
});

test.each([
  ["a login", { "auth.json": "{}" }, true],
  ["a custom provider", { "config.toml": 'model_provider = "mine"\n' }, true],
  ["neither", { "config.toml": '# model_provider = "mine"\n' }, false],
])(
  "[CX13] it is found with its version; with %s it is available, or the reason says what to do",
  async (_, files, available) => {
    const { command, native } = installed();
    const home = temporaryFolder();
    mkdirSync(path.join(home, ".codex"));
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(home, ".codex", name), text);
    const found = [command, native].map((file) => thisMachine({ HOME: home, PATH: path.dirname(file) }));
    const expected = (file: string) => ({
      id: "codex",
      settings: { backend: "codex", command: file },
      version: "0.166.0",
      state: available ? "available" : "logged_out",
      ...(available ? {} : { reason: "Not logged in. Log in with: codex login" }),
    });
    expect((await Promise.all(found.map((machine) => codexManifest.detect(machine)))).flat()).toEqual([
      expected(command),
      expected(native),
    ]);
  },
);

test("[CX13] npm's launcher is skipped, and any other command is used unchanged", async () => {
  const { command, native } = installed();
  expect([
    await findCodex("codex", path.dirname(command)),
    await findCodex(command, ""),
    await findCodex(native, ""),
    await findCodex("codex", "/nowhere"),
  ]).toEqual([native, native, native, "codex"]);
});
