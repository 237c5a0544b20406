import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { browserOpener } from "../../src/commands/clients/open.ts";
import { reachable } from "../../src/commands/devices/pair.ts";
import { linesOf, newFolder, newHome, polylog, Running, serve } from "../support/cli.ts";

/** Sign-in links, pairing, trust and devices. */

test.concurrent("open prints a new sign-in link each time, without a restart", async () => {
  const home = newHome();
  const server = await serve(home);
  for (let time = 0; time < 2; time++) {
    const { code, stdout, stderr } = await polylog(["open", "--home", home]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "polylog: The link signs in one browser and expires in one minute.\n",
    });
    const [, url, secret] = /^(http:\/\/\S+)\/#code=([\w-]+)\n$/.exec(stdout) ?? [];
    expect(url).toBe(server.url);
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ code: secret });
    expect((await fetch(`${url}/api/login`, { method: "POST", headers, body })).status).toBe(200);
  }
  await server.stop();
});

test("a browser is only opened on a desktop", () => {
  expect([
    browserOpener("darwin", {}),
    browserOpener("linux", { DISPLAY: ":0" }),
    browserOpener("linux", { WAYLAND_DISPLAY: "wayland-0" }),
    browserOpener("linux", { DISPLAY: ":10", SSH_CONNECTION: "a b c d" }),
    browserOpener("linux", {}),
  ]).toEqual(["open", "xdg-open", "xdg-open", null, null]);
});

test("a server that listens on all interfaces is reached by the machine's address", () => {
  expect([
    reachable("http://localhost:7717", { host: "0.0.0.0", publicUrl: null }, "192.0.2.5"),
    reachable("https://localhost:7717", { host: "::", publicUrl: null }, "192.0.2.5"),
    reachable("http://127.0.0.1:7717", { host: "127.0.0.1", publicUrl: null }, "192.0.2.5"),
    reachable("http://localhost:7717", { host: "0.0.0.0", publicUrl: null }, undefined),
    reachable("http://localhost:7717", { host: "0.0.0.0", publicUrl: "https://p.example/x" }, "192.0.2.5"),
  ]).toEqual([
    "http://192.0.2.5:7717",
    "https://192.0.2.5:7717",
    "http://127.0.0.1:7717",
    "http://localhost:7717",
    "https://p.example/x",
  ]);
});

async function showCode(pairing: Running, name: string) {
  await pairing.until(() => pairing.stdout.includes("\n"));
  const [{ url = "" } = {}] = linesOf<{ url: string }>(pairing.stdout);
  const [origin, code] = url.split("/#pair=");
  const ask = async (body: object) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${origin}/api/pair`, { method: "POST", headers, body: JSON.stringify(body) });
    return (await answer.json()) as { state: string; claim?: string; token?: string };
  };
  const { claim } = await ask({ code, name });
  return { origin, claimed: () => ask({ claim }) };
}

test.concurrent("pair approves the device that uses the code, and names it", async () => {
  const home = newHome();
  const server = await serve(home);
  const pairing = new Running(["pair", "--yes", "--role", "viewer", "--json", "--home", home]);
  const { origin, claimed } = await showCode(pairing, "my phone");
  const { code, stdout } = await pairing.ended;
  expect({ code, told: linesOf(stdout)[1] }).toMatchObject({
    code: 0,
    told: { name: "my phone", address: "127.0.0.1", role: "viewer", state: "confirmed" },
  });
  const { token } = await claimed();
  const me = await fetch(`${origin}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(await me.json()).toMatchObject({ name: "my phone", role: "viewer" });
  await server.stop();
});

test.concurrent("without a terminal to approve it, a device is denied", async () => {
  const home = newHome();
  const server = await serve(home);
  const pairing = new Running(["pair", "--json", "--home", home]);
  const { claimed } = await showCode(pairing, "stranger");
  const { code, stderr } = await pairing.ended;
  expect(code).toBe(1);
  expect(stderr).toContain('"stranger" at 127.0.0.1 requests access');
  expect(await claimed()).toEqual({ state: "denied" });
  await server.stop();
});

test.concurrent("a folder can be trusted, with its contents listed, with or without a server", async () => {
  const home = newHome();
  const project = realpathSync(newFolder());
  mkdirSync(path.join(project, ".polylog"));
  const config = {
    agents: { own: { backend: "script" } },
    mcp_servers: { x: { command: "npx", args: ["x"] } },
  };
  writeFileSync(path.join(project, ".polylog", "config.json"), JSON.stringify(config));
  const call = (...args: string[]) => polylog([...args, "--home", home], { cwd: project });
  const things = ["the agent own, on script", "the MCP server x, which runs: npx x"];
  const given = [
    `${project} is trusted.`,
    ...things.map((thing) => `Now enabled: ${thing}`),
    ...["new      .polylog/config.json", ""],
  ].join("\n");
  const taken = [
    `${project} is not trusted.`,
    ...things.map((thing) => `No longer enabled: ${thing}`),
    "",
  ].join("\n");

  expect((await call("run", "--agent", "own", "hello")).stderr).toContain("Trust the folder first");
  expect(await call("trust")).toEqual({ code: 0, stdout: given, stderr: "" });
  expect((await call("trust", project, "--revoke")).stdout).toBe(taken);
  const server = await serve(home);
  expect((await call("trust", ".")).stdout).toBe(given);
  expect(linesOf((await call("trust", "--revoke", "--json")).stdout)).toEqual([
    {
      ...{ project_root: project, trusted: false, trusted_ts: null, waiting: things, problem: null },
      ...{ changes: [{ path: ".polylog/config.json", kind: "new" }], more_changes: 0, unchecked: [] },
      ...{ digest: expect.any(String), was_trusted: false },
    },
  ]);
  expect((await call("trust", "nowhere")).code).toBe(1);
  await server.stop();
});

test.concurrent("[S33] a changed or uncheckable file in a trusted folder is listed with its hidden characters", async () => {
  const home = newHome();
  const project = realpathSync(newFolder());
  mkdirSync(path.join(project, ".claude/commands"), { recursive: true });
  mkdirSync(path.join(project, ".git"));
  const call = (...args: string[]) => polylog([...args, "--home", home], { cwd: project });
  writeFileSync(path.join(project, ".claude/commands/a.md"), "one");
  expect((await call("trust")).code).toBe(0);
  writeFileSync(path.join(project, ".claude/commands/a.md"), "two");
  writeFileSync(path.join(project, ".claude/commands/\u202egnp.sh"), "new");
  expect((await call("trust")).stdout.split("\n")).toEqual([
    `${project} is trusted.`,
    "Now enabled: .claude, for Claude Code",
    "changed  .claude/commands/a.md",
    expect.stringMatching(/^new {6}\.claude\/commands\/<[\w+ -]+>gnp\.sh$/),
    "",
  ]);
  symlinkSync(home, path.join(project, ".claude/skills"));
  const refused = await call("trust");
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `polylog: Cannot be checked: .claude/skills links to ${home}, outside the project\npolylog: Remove or replace these files, then trust the folder again.\n`,
  ]);
});

test.concurrent("agents are listed with and without a server", async () => {
  const home = newHome();
  const config = JSON.parse(readFileSync(path.join(home, "config.json"), "utf8"));
  const lost = { backend: "script", command: "no-such-program" };
  const agents = { echo: config.agents.echo, lost };
  writeFileSync(path.join(home, "config.json"), JSON.stringify({ ...config, agents }));
  const ask = () => polylog(["agents", "--home", home]);
  const without = await ask();
  const server = await serve(home);
  const served = await ask();
  await server.stop();
  expect(without).toEqual(served);
  const rows = without.stdout.split("\n").map((line) => line.split(/ {2,}/));
  expect({ code: without.code, rows: rows.slice(0, 2) }).toEqual({
    code: 0,
    rows: [
      ["AGENT", "BACKEND", "MODEL", "STATE"],
      ["echo", "script", "-", "available"],
    ],
  });
  expect(rows).toContainEqual([
    ...["lost", "script", "-"],
    'missing: "no-such-program" was not found. Install it, or set the agent\'s command to its absolute path.',
  ]);
});

test.concurrent("devices lists devices, and paused items of a revoked one with the way to resume them", async () => {
  const [home, folder] = [newHome(), newFolder()];
  const server = await serve(home);
  const ask = async <T>(token: string, at: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${server.url}${at}`, { method: "POST", headers, body: JSON.stringify(body) });
    return (await answer.json()) as T;
  };
  const owner = readFileSync(path.join(home, "token"), "utf8");
  const named = { name: "Pixel\u001b[2J 9", role: "prompter" };
  const device = await ask<{ device_id: string; token: string }>(owner, "/api/devices", named);
  await ask(owner, "/api/sessions", { project_root: folder });
  const { schedule } = await ask<{ schedule: { schedule_id: string } }>(device.token, "/api/schedules", {
    ...{ project_root: folder, text: "Look.", pattern: "0 9 * * *" },
  });
  const listed = await polylog(["devices", "--home", home]);
  expect(listed.stdout).toMatch(new RegExp(`${device.device_id} +Pixel\\[2J 9 +prompter +program`));
  const revoked = await polylog(["devices", "revoke", device.device_id, "--home", home]);
  expect(revoked.stdout).toContain(`polylog schedule on ${schedule.schedule_id}`);
  expect(revoked.stdout).toContain("Pixel[2J 9 (prompter)");
  const after = await polylog(["devices", "--home", home]);
  expect(after.stderr).toContain("Revoked devices left 1 paused item.");
  await polylog(["schedule", "on", schedule.schedule_id, "--home", home]);
  const none = await polylog(["devices", "leftovers", "--json", "--home", home]);
  expect([none.code, none.stdout]).toEqual([0, ""]);
  await server.stop();
});
