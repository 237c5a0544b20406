import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createLogger, startServer } from "@polylog/server";

/** The identity of the programs. */
export const owner = { id: "owner", name: "owner", role: "owner" } as const;

/** A folder that is removed when the process ends. */
export function newHome(): string {
  const home = mkdtempSync(path.join(os.tmpdir(), "polylog-bench-"));
  process.on("exit", () => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** The server as it is shipped. */
export async function startPolylog({
  home = newHome(),
  staticFolder,
  ...config
}: {
  readonly home?: string;
  /** The built page. */
  readonly staticFolder?: string;
  readonly agents?: object;
  readonly idle_minutes?: number;
} = {}) {
  const agents = { script: { backend: "script" } };
  const settings = JSON.stringify({ default_agent: "script", agents, ...config });
  writeFileSync(path.join(home, "config.json"), settings);
  const server = await startServer({
    ...{ home, host: "127.0.0.1", port: 0, version: "bench", env: process.env, staticFolder },
    logger: createLogger("warn"),
  });
  const token = readFileSync(server.tokenFile, "utf8").trim();
  return { ...server, home, token, port: Number(new URL(server.url).port) };
}
