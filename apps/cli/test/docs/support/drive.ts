import { spawn as spawnProgram } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { spawn as spawnInTerminal } from "@lydell/node-pty";

/**
 * Stands for `polylog`, `npx` and `npm` in the shell of a document. Commands run as they are. A command that would wait for a
 * person or run until it is stopped is driven to its documented outcome, by the table below.
 */

const root = path.resolve(import.meta.dirname, "../../../../..");
const main = path.join(root, "apps/cli/src/main.ts");
const folder = process.env.DOCS_SANDBOX ?? "";
const PATIENCE_MS = 180_000;

interface Call {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

type Drive = (call: Call) => Promise<number>;

const drives: Readonly<Record<string, Drive>> = {
  serve: inBackground("is ready"),
  tui: inTerminal("› Message", "\u0004"),
  attach: inTerminal("› Message", "\u0004"),
  acp: withRequest(
    { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: 1, clientCapabilities: {} } },
    '"protocolVersion":1',
  ),
  // A second device is not available here.
  pair: interrupted("Waiting for the device"),
  follow: interrupted("hello"),
};

const [name = "", ...given] = process.argv.slice(2);
const isNpm = name === "npm";
const words = name === "npx" ? given.slice(1) : given;
if (name === "npx" && given[0] !== "polylog")
  throw new Error(`Only "npx polylog" is known, not "npx ${given[0]}".`);
process.exitCode = await (isNpm ? npm(words) : polylog(words));

async function polylog(args: readonly string[]): Promise<number> {
  const [command = "serve"] = args;
  if (!/^(?:serve|help|completion|acp|agents|-)/.test(command)) await requireServer();
  if (args.includes("--continue")) await sessionId();
  const resolved = await Promise.all(args.map((arg) => (arg === "SESSION" ? sessionId() : arg)));
  const call = { program: process.execPath, args: [main, ...resolved], cwd: process.cwd() };
  const drive = drives[args.includes("--follow") ? "follow" : command] ?? toItsEnd;
  return drive(call);
}

/** `npm start` serves; every other script takes minutes, so its block is marked. */
async function npm(args: readonly string[]): Promise<number> {
  if (args[0] !== "start")
    throw new Error(`npm ${args.join(" ")}: mark the block with <!-- no-run: reason -->.`);
  process.env.PATH = process.env.DOCS_PATH ?? "";
  return (drives.serve as Drive)({ program: "npm", args, cwd: root });
}

/** Most commands need a running server. The first one starts it, unless the document has done so. */
async function requireServer(): Promise<void> {
  if (existsSync(path.join(folder, "servers"))) return;
  await (drives.serve as Drive)({ program: process.execPath, args: [main, "serve"], cwd: process.cwd() });
}

/** A session for `SESSION` and `--continue` in a document. */
async function sessionId(): Promise<string> {
  const file = path.join(folder, "session");
  if (!existsSync(file)) {
    const args = [main, "run", "hello", "--json"];
    const { stdout } = await output({ program: process.execPath, args, cwd: process.cwd() });
    writeFileSync(file, /"sessionId":"(\w+)"/.exec(stdout)?.[1] ?? "");
  }
  return readFileSync(file, "utf8");
}

async function toItsEnd({ program, args, cwd }: Call): Promise<number> {
  const [code] = await once(spawnProgram(program, [...args], { cwd, stdio: "inherit" }), "exit");
  return code as number;
}

function inBackground(ready: string): Drive {
  return async ({ program, args, cwd }) => {
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `server-${process.pid}.log`);
    const log = openSync(file, "a");
    const server = spawnProgram(program, [...args], { cwd, detached: true, stdio: ["ignore", log, log] });
    closeSync(log);
    appendFileSync(path.join(folder, "servers"), `${server.pid}\n`);
    const said = () => readFileSync(file, "utf8");
    await until(() => said().includes(ready) || server.exitCode !== null, said);
    process.stdout.write(said());
    server.unref();
    return server.exitCode ?? 0;
  };
}

/** Types the last keys when the text is on the screen. The command has to exit with 0. */
function inTerminal(text: string, keys: string): Drive {
  return async ({ program, args, cwd }) => {
    const terminal = spawnInTerminal(program, [...args], {
      ...{ name: "xterm-256color", cols: 120, rows: 40, cwd },
      env: { ...process.env, TERM: "xterm-256color", LANG: "C.UTF-8" },
    });
    let screen = "";
    let exitCode: number | null = null;
    terminal.onData((data) => {
      screen += stripVTControlCharacters(data);
    });
    terminal.onExit((end) => {
      exitCode = end.exitCode;
    });
    await until(
      () => screen.includes(text) || exitCode !== null,
      () => screen,
    );
    if (exitCode === null) terminal.write(keys);
    await until(
      () => exitCode !== null,
      () => screen,
    );
    return exitCode ?? 1;
  };
}

/** Sends a line and closes the input after the response. The command has to exit with 0. */
function withRequest(request: object, response: string): Drive {
  return async ({ program, args, cwd }) => {
    const child = spawnProgram(program, [...args], { cwd, stdio: ["pipe", "pipe", "inherit"] });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    child.stdin.write(`${JSON.stringify(request)}\n`);
    await until(
      () => said.includes(response) || child.exitCode !== null,
      () => said,
    );
    child.stdin.end();
    const [code] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
    return code as number;
  };
}

/** Presses Ctrl-C when the text has been printed. */
function interrupted(text: string): Drive {
  return async ({ program, args, cwd }) => {
    const child = spawnProgram(program, [...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part: string) => {
        said += part;
      });
    }
    await until(
      () => said.includes(text) || child.exitCode !== null,
      () => said,
    );
    if (child.exitCode !== null) throw new Error(`It exited with ${child.exitCode}.\n${said}`);
    child.kill("SIGINT");
    const [code] = await once(child, "exit");
    return code === 0 || code === 130 ? 0 : 1;
  };
}

async function output({ program, args, cwd }: Call): Promise<{ stdout: string }> {
  const child = spawnProgram(program, [...args], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  await once(child, "close");
  return { stdout };
}

async function until(passes: () => boolean, state: () => string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!passes()) {
    if (Date.now() > end) throw new Error(`The command did not get there.\n${state()}`);
    await sleep(20);
  }
}
