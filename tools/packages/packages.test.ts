import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { sampleTree } from "../testing/sample-tree.ts";

const root = path.resolve(import.meta.dirname, "../..");
const tsc = path.join(root, "node_modules/typescript/bin/tsc");

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program until it exits, with or without an error. */
async function run(command: string, args: readonly string[], cwd: string, env = process.env): Promise<Ended> {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

/** Runs npm without a registry. */
async function npm(folder: string, ...args: readonly string[]): Promise<string> {
  const offline = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts", `--cache=${folder}/npm-cache`];
  const { stdout } = await promisify(execFile)("npm", [...args, ...offline], {
    cwd: folder,
    shell: process.platform === "win32",
  });
  return stdout;
}

/** A program's folder in which the packages are installed from their tarballs. */
async function installed(): Promise<string> {
  const folder = sampleTree({ "package.json": JSON.stringify({ name: "program", type: "module" }) });
  await promisify(execFile)(
    process.execPath,
    ["tools/packages/main.ts", "--out", path.join(folder, "built")],
    {
      cwd: root,
    },
  );
  const sources = ["built/core", "built/client", path.join(root, "node_modules/zod")];
  const packed = await npm(
    folder,
    "pack",
    "--json",
    ...sources.map((source) => path.resolve(folder, source)),
  );
  const names = Object.values(JSON.parse(packed) as Record<string, { filename: string }>);
  await npm(folder, "install", ...names.map(({ filename }) => `./${filename}`));
  mkdirSync(path.join(folder, "node_modules/@types"), { recursive: true });
  for (const name of ["@types/node", "undici-types"])
    cpSync(path.join(root, "node_modules", name), path.join(folder, "node_modules", name), {
      recursive: true,
    });
  copyFileSync(path.join(root, "packages/client/examples/run.ts"), path.join(folder, "run.ts"));
  return folder;
}

/** A server with a separate home, whose only agent is the demo. */
async function serve(folder: string): Promise<{ readonly url: string; readonly token: string }> {
  const home = path.join(folder, "home");
  const args = ["apps/cli/src/main.ts", "serve", "--json", "--home", home, "--port", "0"];
  const env = { PATH: "/nowhere", HOME: folder, XDG_CACHE_HOME: path.join(root, "node_modules/.cache") };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
  const [line] = await once(child.stdout, "data");
  const { url, token_file: tokenFile } = JSON.parse(String(line)) as { url: string; token_file: string };
  return { url, token: readFileSync(tokenFile, "utf8").trim() };
}

test("the packages install without a registry, type-check in both resolutions and run a real agent", async () => {
  const folder = await installed();
  const strict = ["--noEmit", "--strict", "--target", "es2024", "--lib", "es2024,dom,dom.iterable"];
  const check = (module: string, resolution: string) => {
    const flags = [...strict, "--types", "node", "--module", module, "--moduleResolution", resolution];
    return run(process.execPath, [tsc, ...flags, "run.ts"], folder);
  };
  const whole = { code: 0, output: "" };
  expect([await check("nodenext", "nodenext"), await check("esnext", "bundler")]).toEqual([whole, whole]);
  const manifests = ["core", "client"].map((name) =>
    Object.keys(JSON.parse(readFileSync(path.join(folder, "built", name, "package.json"), "utf8"))),
  );
  expect(manifests.flat().filter((field) => ["private", "devDependencies"].includes(field))).toEqual([]);
  const { url, token } = await serve(folder);
  const project = path.join(folder, "project");
  mkdirSync(project);
  writeFileSync(path.join(project, "notes.txt"), "hello\n");
  const env = { ...process.env, POLYLOG_URL: url, POLYLOG_TOKEN: token };
  const prompt = "[[write made.txt hello]] [[say All done.]]";
  const { code, output } = await run(process.execPath, [path.join(folder, "run.ts"), prompt], project, env);
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringContaining("All done.\ncompleted, $0.00"),
  });
  expect(readFileSync(path.join(project, "made.txt"), "utf8")).toBe("hello");
});
