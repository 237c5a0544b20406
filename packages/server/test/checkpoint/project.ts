import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { type CheckpointFailure, Checkpoints } from "../../src/checkpoint/checkpoints.ts";

export interface TestProject {
  readonly root: string;
  readonly home: string;
  readonly checkpoints: Checkpoints;
}

/** An empty project, and a home for its checkpoints next to it. */
export function newProject(): TestProject {
  const base = mkdtempSync(path.join(os.tmpdir(), "polylog-checkpoint-"));
  const root = path.join(base, "project");
  const home = path.join(base, "home", "checkpoints");
  mkdirSync(root);
  return { root, home, checkpoints: new Checkpoints(home) };
}

export function put(root: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
}

/** Everything below a folder: kind, permissions and content. Names are compared byte by byte. */
export function stateOf(folder: string): Record<string, string> {
  return Object.fromEntries(below(Buffer.from(folder), "").sort(([a], [b]) => (a < b ? -1 : 1)));
}

function below(folder: Buffer, prefix: string): [string, string][] {
  return readdirSync(folder, { encoding: "buffer" }).flatMap((name): [string, string][] => {
    const file = Buffer.concat([folder, Buffer.from("/"), name]);
    const shown = `${prefix}${name.toString("latin1")}`;
    const found = lstatSync(file);
    if (found.isSymbolicLink()) return [[shown, `link to ${readlinkSync(file)}`]];
    if (found.isDirectory()) return [[shown, "folder"], ...below(file, `${shown}/`)];
    return [[shown, `${(found.mode & 0o777).toString(8)} ${readFileSync(file).toString("latin1")}`]];
  });
}

/** The person's own git, with an identity but no other configuration of this machine. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync("git", ["-c", "user.name=Someone", "-c", "user.email=someone@localhost", ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

export function expectOk<T extends { readonly ok: true }>(outcome: T | CheckpointFailure): T {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`);
  return outcome;
}
