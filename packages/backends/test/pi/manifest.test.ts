import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Machine } from "../../src/manifest.ts";
import { piManifest } from "../../src/pi/manifest.ts";
import { isAtLeast087, versionNotice } from "../../src/pi/version.ts";
import { temporaryFolder } from "../node-program.ts";

function machine(command: string | null, env: Machine["env"]): Machine {
  return {
    env: { HOME: temporaryFolder(), ...env },
    findProgram: async () => command,
    checkProgram: async () => ({ ok: true, version: "0.87.1" }),
    reach: async () => undefined,
  };
}

/** A program as npm installs it, and another program with the same name. */
function installed(): { pi: string; other: string } {
  const folder = temporaryFolder();
  const about = { name: "@earendil-works/pi-coding-agent", version: "0.87.1" };
  mkdirSync(path.join(folder, "package/dist/bundle"), { recursive: true });
  writeFileSync(path.join(folder, "package/package.json"), JSON.stringify(about));
  writeFileSync(path.join(folder, "package/dist/bundle/cli.js"), "");
  const pi = path.join(folder, "pi");
  const other = path.join(folder, "other-pi");
  symlinkSync(path.join(folder, "package/dist/bundle/cli.js"), pi);
  writeFileSync(other, "");
  return { pi, other };
}

test("[PI13] detection reports Pi's path and version, and what is missing", async () => {
  const { pi, other } = installed();
  const home = temporaryFolder();
  mkdirSync(path.join(home, ".pi/agent"), { recursive: true });
  writeFileSync(path.join(home, ".pi/agent/auth.json"), '{"anthropic":{}}');
  const own = temporaryFolder();
  writeFileSync(path.join(own, "models.json"), '{"providers":{"local":{}}}');
  const found = await Promise.all(
    [
      machine(pi, { MISTRAL_API_KEY: "key" }),
      machine(pi, { HOME: home }),
      machine(pi, { PI_CODING_AGENT_DIR: own }),
      machine(pi, { OTHER_API_KEY: "key" }),
      machine(other, {}),
      machine(null, {}),
    ].map((each) => piManifest.detect(each)),
  );
  const agent = { id: "pi", settings: { backend: "pi", command: pi }, version: "0.87.1" };
  const without = { id: "pi", settings: { backend: "pi" }, state: "missing" };
  expect(found).toEqual([
    [{ ...agent, state: "available" }],
    [{ ...agent, state: "available" }],
    [{ ...agent, state: "available" }],
    [
      {
        ...{ ...agent, state: "logged_out" },
        reason:
          "Not logged in. Run `pi` and enter /login, or set a provider's key in the environment, for example: export ANTHROPIC_API_KEY=…",
      },
    ],
    [
      {
        ...without,
        reason: `${other} does not look like the coding agent Pi. If it is, set it as an agent's command.`,
      },
    ],
    [
      {
        ...without,
        reason:
          "pi was not found. Install it with: npm install -g --ignore-scripts @earendil-works/pi-coding-agent",
      },
    ],
  ]);
});

test("[PI13] an untested version works, with a notice", () => {
  expect(["0.87.1", "0.73.1", "1.5.0"].map(versionNotice)).toEqual([
    null,
    "Pi 0.73.1 is not among the versions Polylog is tested with (0.87, 1.5); most should work.",
    null,
  ]);
  expect(["0.87.1", "0.73.1", "1.5.0", "of an unknown version", null].map(isAtLeast087)).toEqual([
    ...[true, false, true, true, true],
  ]);
});
