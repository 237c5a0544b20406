import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { bundle, ensureBuilt, page } from "../launch/product.mjs";
import { sampleTree } from "../testing/sample-tree.ts";

vi.setConfig({ hookTimeout: 600_000 });

const root = path.resolve(import.meta.dirname, "../..");
const dist = path.join(root, "apps/cli/dist");
const main = path.join(dist, "main.js");

beforeAll(async () => {
  const options = { root, node: process.execPath, env: process.env, say: () => undefined };
  await ensureBuilt(page, options);
  await ensureBuilt(bundle, options);
});

/** A home with an agent that runs as a program, and a project with one file. The PATH has no search program. */
function setUp() {
  const config = { agents: { echo: { backend: "script", options: { process: true } } } };
  const folder = sampleTree({
    "home/config.json": JSON.stringify(config),
    "project/notes.txt": "nothing\nthe needle is here\n",
  });
  const [home, project] = [path.join(folder, "home"), path.join(folder, "project")];
  const env = { PATH: "", HOME: folder, XDG_CACHE_HOME: path.join(root, "node_modules/.cache") };
  return { home, project, env };
}

type Place = ReturnType<typeof setUp>;

async function serve({ home, env }: Place): Promise<string> {
  const args = [main, "serve", "--json", "--home", home, "--port", "0"];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
  const [line] = await once(child.stdout, "data");
  return JSON.parse(String(line)).url;
}

async function command({ home, env }: Place, ...words: readonly string[]): Promise<string> {
  const args = [main, ...words, "--home", home, "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return stdout;
}

function ask(place: Place, agent: string, prompt: string): Promise<string> {
  return command(place, "run", "--project", place.project, "--agent", agent, prompt);
}

test("the bundle serves the API and the page", async () => {
  const place = setUp();
  const url = await serve(place);
  const token = readFileSync(path.join(place.home, "token"), "utf8");
  const statusOf = async (at: string) =>
    (await fetch(`${url}${at}`, { headers: { authorization: `Bearer ${token}` } })).status;
  const paths = ["/api/health", "/", "/api/sessions", "/api/openapi.json", "/metrics"];
  expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 200, 200, 200]);
});

test("files that other processes and threads run are found from inside the bundle", async () => {
  const place = setUp();
  await serve(place);
  const endOf = (lines: string) => JSON.parse(lines.trimEnd().split("\n").at(-1) ?? "").outcome;
  // An agent in a separate process.
  const echoed = await ask(place, "echo", "Hello there");
  expect([echoed.includes('"text":"Hello there"'), endOf(echoed)]).toEqual([true, "completed"]);
  // A search in a separate thread.
  const script = '[[tool Grep {"pattern":"needle","output_mode":"content"}]] [[say Found.]]';
  const found = await ask(place, "demo", script);
  expect([found.includes("2:the needle is here"), endOf(found)]).toEqual([true, "completed"]);
  // A restore in a separate thread.
  const backup = path.join(place.home, "../backup.db");
  await command(place, "backup", backup);
  const restored = JSON.parse(await command(place, "restore", "--yes", backup));
  expect(restored).toMatchObject({ sessions: 2, damaged: [] });
});

test("Pi's extension is a file of the bundle, and stands alone", async () => {
  const guards = readdirSync(path.join(dist, "parts")).filter((name) => /^guard-.*\.js$/.test(name));
  const exported = await Promise.all(
    guards.map(async (name) =>
      import(path.join(dist, "parts", name)).then(({ default: guard }) => typeof guard),
    ),
  );
  expect(exported).toContain("function");
});

test("a trace names the sources", async () => {
  const [serveFile = ""] = readdirSync(path.join(dist, "parts")).filter((name) =>
    /^serve-.*\.js$/.test(name),
  );
  const code = `
    await import(${JSON.stringify(path.join(root, "apps/cli/src/source-mapped-stacks.ts"))});
    const { serve } = await import(${JSON.stringify(path.join(dist, "parts", serveFile))});
    await serve(undefined).catch((error) => console.log(error.stack));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code]);
  expect(stdout).toMatch(
    /^TypeError: .*\n {4}at serve \(.*\/apps\/cli\/src\/commands\/server\/serve\.ts:\d+:\d+\)\n/,
  );
});
