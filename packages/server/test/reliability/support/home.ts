import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A server's home with scripted agents, and a project for them. */
export interface Home {
  readonly folder: string;
  readonly project: string;
}

export interface ScriptedAgent {
  /** Steps, or steps by prompt; see the README of the backends. Without a script it echoes its prompt. */
  readonly script?: unknown;
  /** Whether it is a separate program. */
  readonly process?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Allows everything that it asks for. */
  readonly fullAccess?: boolean;
}

/** A folder that is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-reliability-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The first agent is the default one. */
export function makeHome(
  agents: Readonly<Record<string, ScriptedAgent>>,
  within: string = temporaryFolder(),
): Home {
  const home = { folder: path.join(within, "home"), project: path.join(within, "project") };
  mkdirSync(home.folder, { mode: 0o700 });
  mkdirSync(home.project);
  const configured = Object.entries(agents).map(([id, { env = {}, fullAccess = false, ...options }]) => [
    id,
    { backend: "script", options, env, permission_mode: fullAccess ? "full" : "ask" },
  ]);
  const config = { agents: Object.fromEntries(configured) };
  writeFileSync(path.join(home.folder, "config.json"), JSON.stringify(config));
  return home;
}
