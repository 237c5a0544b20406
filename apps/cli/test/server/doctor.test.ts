import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { checkNode } from "../../src/commands/server/doctor-checks.ts";
import { linesOf, newFolder, newHome, polylog } from "../support/cli.ts";

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly text: string;
}

const nowhere = { PATH: "/nowhere" };

async function findings(home: string, env = nowhere) {
  const { code, stdout } = await polylog(["doctor", "--json", "--home", home], { env });
  const all = new Map(linesOf<Finding>(stdout).map(({ check, state, text }) => [check, { state, text }]));
  return { code, all };
}

/** The agents that the server lists, in doctor's format. */
async function agentStates(home: string): Promise<Record<string, string>> {
  const { stdout } = await polylog(["agents", "--json", "--home", home], { env: nowhere });
  const agents = linesOf<{ id: string; available: boolean }>(stdout);
  return Object.fromEntries(
    agents.map(({ id, available }) => [`agent ${id}`, available ? "ok" : "note"] as const),
  );
}

test.concurrent("a healthy home has no problems", async () => {
  const home = newHome();
  await polylog(["run", "hello", "--home", home]);
  const { code, all } = await findings(home);
  expect(code).toBe(0);
  expect(Object.fromEntries([...all].map(([check, { state }]) => [check, state]))).toEqual({
    ...{ node: "ok", home: "ok", token: "ok", config: "ok", server: "note", log: "ok" },
    ...(await agentStates(home)),
  });
});

test.concurrent("problems are listed with their fixes", async () => {
  const home = newHome();
  await polylog(["run", "hello", "--home", home]);
  writeFileSync(path.join(home, "config.json"), '{\n"ports": 1 }');
  chmodSync(path.join(home, "token"), 0o644);
  const log = path.join(home, "polylog.db");
  const bytes = readFileSync(log);
  const at = bytes.lastIndexOf('"hello"');
  bytes.write('"jello"', at);
  writeFileSync(log, bytes);
  const { code, all } = await findings(home);
  expect(code).toBe(1);
  const faults = [...all].filter(([, { state }]) => state === "fault").map(([check]) => check);
  expect(faults).toEqual(["token", "config", "log"]);
  expect(all.get("config")?.text).toContain("config.json");
  expect(all.get("token")?.text).toContain("chmod 600");
  expect(all.get("log")?.text).toContain("polylog restore");
  const { stderr } = await polylog(["doctor", "--home", home]);
  expect(stderr).toBe("polylog: 3 problems found.\n");
});

test.concurrent("a program on the PATH is found, unless it is not executable", async () => {
  const folder = newFolder();
  mkdirSync(path.join(folder, "codex"));
  writeFileSync(path.join(folder, "claude"), "#!/bin/sh\n", { mode: 0o755 });
  writeFileSync(path.join(folder, "pi"), "", { mode: 0o644 });
  const env = { PATH: folder, ANTHROPIC_API_KEY: "key" };
  const { all } = await findings(newFolder(), env);
  const found = ["claude", "codex", "pi"].map((id) => all.get(`agent ${id}`));
  expect(found).toEqual([
    { state: "ok", text: "available" },
    {
      state: "note",
      text: "missing: codex was not found. Install it with: npm install -g @openai/codex",
    },
    { state: "note", text: expect.stringContaining("missing: pi was not found.") },
  ]);
});

test.concurrent("an old Node is a problem", () => {
  expect(checkNode("20.20.2").state).toBe("fault");
  expect(checkNode("24.0.0").state).toBe("ok");
});
