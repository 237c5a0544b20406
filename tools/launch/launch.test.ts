import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sampleTree } from "../testing/sample-tree.ts";
import { runtimePackage } from "./runtime.mjs";
import { tasks } from "./tasks.mjs";

const here = import.meta.dirname;
const runtime = `.runtime/node_modules/${runtimePackage(process.platform, process.arch)}/bin/node`;

/** Runs the launcher in its own process, with `npm` as a shell script that first records its arguments. */
function launchWith(root: string, argv: string[], requiredMajor: number) {
  chmodSync(path.join(root, "bin/npm"), 0o755);
  return launchIn(root, argv, requiredMajor, `${path.join(root, "bin")}:/usr/bin:/bin`);
}

function launchIn(root: string, argv: string[], requiredMajor: number, searchPath: string) {
  const code = [
    `import { launch } from ${JSON.stringify(path.join(here, "launch.mjs"))};`,
    `process.exitCode = await launch(${JSON.stringify({ root, argv, requiredMajor })});`,
  ].join("\n");
  const result = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    cwd: root,
    env: { PATH: searchPath },
    encoding: "utf8",
  });
  return { code: result.status, stdout: result.stdout, stderr: result.stderr };
}

const npmScript = (body: string) =>
  `#!/bin/sh\nroot="$(dirname "$0")/.."\necho "$1 $(command -v node)" >> "$root/calls"\n${body}\n`;
const callsOf = (root: string) =>
  readFileSync(path.join(root, "calls"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" ")[0]);

test("a failed download shows npm's output, then the next step, and runs nothing", () => {
  const root = sampleTree({ "bin/npm": npmScript("echo 'npm error network is down' >&2; exit 1") });
  const { code, stdout, stderr } = launchWith(root, ["start"], 99);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr.trim().split("\n").slice(1)).toEqual([
    "polylog: npm error network is down",
    "Could not download Node 26.10.0: install Node 99 or newer, from nodejs.org or with a version manager, and run the same command again.",
  ]);
});

test("a machine without npm gets the same message", () => {
  const { code, stderr } = launchIn(sampleTree({}), ["start"], 99, "/nowhere");
  expect(code).toBe(1);
  expect(stderr).toContain("could not start npm");
  expect(stderr).toContain("install Node 99 or newer");
});

const fetched = (version: string) =>
  npmScript(
    `mkdir -p "$root/${path.dirname(runtime)}"\n` +
      `printf '#!/bin/sh\\necho ${version}\\n' > "$root/${runtime}"\nchmod +x "$root/${runtime}"`,
  );

test("a downloaded Node that is too old is rejected", () => {
  const { code, stderr } = launchWith(sampleTree({ "bin/npm": fetched("v20.0.0") }), ["start"], 99);
  expect(code).toBe(1);
  expect(stderr).toContain(
    "The downloaded Node does not run here (its version is v20.0.0): install Node 99 or newer",
  );
});

test("Node is downloaded once, then the task runs", () => {
  const root = sampleTree({ "bin/npm": fetched("v99.0.0") });
  const first = launchWith(root, ["start"], 99);
  expect(first.code).toBe(0);
  expect(first.stderr).toMatch(
    /^polylog: downloading Node 26\.10\.0 .* …\npolylog: downloading .*: done in \d+ s\n$/,
  );
  expect(launchWith(root, ["start"], 99)).toEqual({ code: 0, stdout: first.stdout, stderr: "" });
  expect(callsOf(root)).toEqual(["install"]);
});

test("npm runs on the downloaded Node, because it selects dependencies for its own version", () => {
  const root = sampleTree({ "bin/npm": fetched("v99.0.0"), "package-lock.json": "{}" });
  expect(launchWith(root, ["start"], 99).code).toBe(0);
  expect(readFileSync(path.join(root, "calls"), "utf8")).toContain(`ci ${path.join(root, runtime)}\n`);
});

test("dependencies are installed once", () => {
  const root = sampleTree({
    "bin/npm": npmScript('mkdir -p "$root/node_modules"'),
    "package-lock.json": "{}",
    "apps/cli/src/main.ts": "",
  });
  expect(launchWith(root, ["start"], 1).stderr).toContain("installing the dependencies of polylog …");
  expect(launchWith(root, ["start"], 1).stderr).toBe("");
  expect(callsOf(root)).toEqual(["ci"]);
});

test("a failed installation is retried, and a lock file that does not match is named", () => {
  const npm = npmScript("echo 'npm error code EUSAGE'; echo 'npm error Missing: zod' >&2; exit 1");
  const root = sampleTree({ "bin/npm": npm, "package-lock.json": "{}" });
  const { code, stderr } = launchWith(root, ["start"], 1);
  expect(code).toBe(1);
  expect(stderr).toContain("npm error code EUSAGE");
  expect(stderr).toContain("npm error Missing: zod");
  expect(stderr).toContain("The lock file of polylog does not match its package.json");
  expect(existsSync(path.join(root, "node_modules/.polylog-stamp"))).toBe(false);
  launchWith(root, ["start"], 1);
  expect(callsOf(root)).toEqual(["ci", "ci"]);
});

test("start passes its arguments to the server and returns the server's exit code", () => {
  const command = "console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 7;";
  const root = sampleTree({ "bin/npm": npmScript(""), "apps/cli/src/main.ts": command });
  const launched = launchWith(root, ["start", "--port", "0", "--json"], 1);
  expect(launched).toEqual({ code: 7, stdout: '["serve","--port","0","--json"]\n', stderr: "" });
});

test("an unknown task lists the known ones", () => {
  const { code, stderr } = launchWith(sampleTree({ "bin/npm": npmScript("") }), ["toString"], 1);
  expect(code).toBe(2);
  for (const name of Object.keys(tasks)) expect(stderr).toContain(`  ${name} `);
});

test("every task has an npm script of the same name", () => {
  const { scripts } = JSON.parse(readFileSync(path.join(here, "../../package.json"), "utf8"));
  const names = Object.keys(tasks);
  expect(scripts).toEqual(
    Object.fromEntries(names.map((name) => [name, `node tools/launch/main.mjs ${name}`])),
  );
});
