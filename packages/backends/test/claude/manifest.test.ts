import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { claudeManifest } from "../../src/claude/manifest.ts";
import type { Machine } from "../../src/manifest.ts";
import { temporaryFolder } from "../node-program.ts";

function machine(command: string | null, env: Machine["env"]): Machine {
  return {
    env: { HOME: temporaryFolder(), ...env },
    findProgram: async () => command,
    checkProgram: async () => ({ ok: true, version: "2.1.325" }),
    reach: async () => undefined,
  };
}

test("[CL13] detection reports the program's path and version, and what is missing", async () => {
  const key = { ANTHROPIC_API_KEY: "key" };
  const home = temporaryFolder();
  writeFileSync(path.join(home, ".claude.json"), '{"oauthAccount":{}}');
  const broken = { ok: false, problem: "no such interpreter" } as const;
  const found = await Promise.all([
    claudeManifest.detect(machine("/bin/claude", key)),
    claudeManifest.detect(machine("/bin/claude", { HOME: home })),
    claudeManifest.detect(machine("/bin/claude", {})),
    claudeManifest.detect({ ...machine("/bin/claude", key), checkProgram: async () => broken }),
    claudeManifest.detect(machine(null, key)),
  ]);
  const agent = { id: "claude", settings: { backend: "claude", command: "/bin/claude" } };
  const version = "2.1.325";
  expect(found.flat()).toEqual([
    { ...agent, version, state: "available" },
    { ...agent, version, state: "available" },
    {
      ...{ ...agent, version, state: "logged_out" },
      reason: "Not logged in. Log in with: claude auth login, or set ANTHROPIC_API_KEY.",
    },
    {
      ...{ ...agent, state: "broken" },
      reason:
        "/bin/claude does not run: no such interpreter. Reinstall it with: npm install -g @anthropic-ai/claude-code",
    },
    {
      id: "claude",
      settings: { backend: "claude" },
      state: "missing",
      reason: "claude was not found. Install it with: npm install -g @anthropic-ai/claude-code",
    },
  ]);
});
