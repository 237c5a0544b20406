import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { claudeManifest } from "../../src/claude/manifest.ts";
import type { Machine } from "../../src/manifest.ts";
import { temporaryFolder } from "../node-program.ts";

function machine(command: string | null, env: Machine["env"]): Machine {
  return {
    env: { HOME: temporaryFolder(), ...env },
    findProgram: async () => command,
    reach: async () => undefined,
  };
}

/** A program as npm installs it, and one as its own installer does. */
function installed(): { byNpm: string; byItself: string } {
  const folder = temporaryFolder();
  const about = { name: "@anthropic-ai/claude-code", version: "2.1.325" };
  mkdirSync(path.join(folder, "package/bin"), { recursive: true });
  mkdirSync(path.join(folder, "versions"));
  writeFileSync(path.join(folder, "package/package.json"), JSON.stringify(about));
  writeFileSync(path.join(folder, "package/bin/claude.exe"), "");
  writeFileSync(path.join(folder, "versions/2.1.330"), "");
  const byNpm = path.join(folder, "claude-npm");
  const byItself = path.join(folder, "claude");
  symlinkSync(path.join(folder, "package/bin/claude.exe"), byNpm);
  symlinkSync(path.join(folder, "versions/2.1.330"), byItself);
  return { byNpm, byItself };
}

test("[CL13] detection says where the program is, of which version, and what is missing", async () => {
  const { byNpm, byItself } = installed();
  const key = { ANTHROPIC_API_KEY: "key" };
  const home = temporaryFolder();
  writeFileSync(path.join(home, ".claude.json"), '{"oauthAccount":{}}');
  const found = await Promise.all([
    claudeManifest.detect(machine(byNpm, key)),
    claudeManifest.detect(machine(byItself, { HOME: home })),
    claudeManifest.detect(machine(byNpm, {})),
    claudeManifest.detect(machine(null, key)),
  ]);
  expect(found.flat()).toEqual([
    { id: "claude", settings: { backend: "claude", command: byNpm }, version: "2.1.325", available: true },
    { id: "claude", settings: { backend: "claude", command: byItself }, version: "2.1.330", available: true },
    {
      id: "claude",
      settings: { backend: "claude", command: byNpm },
      version: "2.1.325",
      available: false,
      reason: "Log in: run `claude` and enter /login, or set ANTHROPIC_API_KEY.",
    },
    {
      id: "claude",
      settings: { backend: "claude" },
      available: false,
      reason: "claude was not found. Install it with: npm install -g @anthropic-ai/claude-code",
    },
  ]);
});
