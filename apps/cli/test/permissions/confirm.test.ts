import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { linesOf, newFolder, newHome, polylog, Running, serve } from "../support/cli.ts";
import { polylogWindow } from "../support/window.ts";

async function exportOf(home: string): Promise<string> {
  const { stdout } = await polylog(["run", "hello", "--json", "--home", home]);
  const { sessionId } = linesOf<{ sessionId: string }>(stdout)[0] ?? { sessionId: "" };
  const file = path.join(newFolder(), "talk.jsonl");
  writeFileSync(file, (await polylog(["export", sessionId, "--home", home])).stdout);
  return file;
}

const sessions = async (home: string) =>
  linesOf((await polylog(["ls", "--json", "--home", home])).stdout).length;

test("[S37] an import or a restore in a script fails without --yes and names the flag", async () => {
  const home = newHome();
  const file = await exportOf(home);
  const saved = path.join(newFolder(), "backup.db");
  await polylog(["backup", saved, "--home", home]);
  for (const [name, given, question] of [
    ["import", file, `Import ${file} as a new session in`],
    ["restore", saved, `Replace the whole log with the backup ${saved}?`],
  ] as const) {
    const { code, stdout, stderr } = await polylog([name, given, "--home", home]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(question);
    expect(stderr).toContain("No terminal is available to confirm this. Add --yes.");
  }
  expect(await sessions(home)).toBe(1);
  expect(readdirSync(home).filter((name) => name.includes("replaced"))).toEqual([]);
  expect((await polylog(["import", file, "--yes", "--home", home])).code).toBe(0);
  expect(await sessions(home)).toBe(2);
});

test("[S37] in a terminal, Enter declines an import and y confirms it, with and without a server", async () => {
  const home = newHome();
  const file = await exportOf(home);
  const cwd = newFolder();
  const importing = (answer: string) => {
    const window = polylogWindow(["import", file, "--home", home], { cwd });
    return window.untilText("[y/N]").then(() => {
      window.type(answer);
      return window;
    });
  };
  const declined = await importing("\r");
  expect([await declined.untilExit(), await sessions(home)]).toEqual([1, 1]);
  expect(declined.text()).toContain("Cancelled.");
  const alone = await importing("y\r");
  expect([await alone.untilExit(), await sessions(home)]).toEqual([0, 2]);
  const server = await serve(home);
  const served = await importing("y\r");
  expect([await served.untilExit(), await sessions(home)]).toEqual([0, 3]);
  await server.stop();
});

test("[S37] a run in full access needs a confirmation; --yolo and --yes confirm it", async () => {
  const home = newHome();
  const run = (...more: string[]) =>
    polylog(["run", "go", "--permission-mode", "full", "--json", ...more, "--home", home]);
  const refused = await run();
  expect(refused.code).toBe(2);
  expect(JSON.parse(refused.stderr.trim().split("\n").at(-1) ?? "")).toMatchObject({
    error: { code: "confirmation_required", message: expect.stringContaining("full access?") },
  });
  for (const flag of ["--yolo", "--yes"]) {
    const { code, stdout } = await run(flag);
    const modes = linesOf<{ type: string; modeId?: string }>(stdout).flatMap(({ modeId }) => modeId ?? []);
    expect([flag, code, modes]).toEqual([flag, 0, ["full"]]);
  }
});

test("[S37] pairing an owner asks a single confirmation", async () => {
  const home = newHome();
  const server = await serve(home);
  const pairing = new Running(["pair", "--yes", "--role", "owner", "--json", "--home", home]);
  await pairing.until(() => pairing.stdout.includes("\n"));
  const [{ url = "" } = {}] = linesOf<{ url: string }>(pairing.stdout);
  const [origin, code] = url.split("/#pair=");
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ code, name: "Pixel" });
  await fetch(`${origin}/api/pair`, { method: "POST", headers, body });
  const { code: exitCode, stdout } = await pairing.ended;
  expect([exitCode, linesOf(stdout)[1]]).toEqual([
    0,
    expect.objectContaining({ role: "owner", state: "confirmed" }),
  ]);
  await server.stop();
});
