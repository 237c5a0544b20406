import { readFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { createLogger } from "../../../src/http/logger.ts";
import { type RunningServer, type ServerOptions, startServer } from "../../../src/start-server.ts";
import { Client } from "./client.ts";
import type { Home } from "./home.ts";

export interface ServerHere extends RunningServer {
  readonly client: Client;
}

/** A complete server in this process, on a real socket. It stops when the test ends, or earlier. */
export async function startHere(home: Home, more: Partial<ServerOptions> = {}): Promise<ServerHere> {
  const server = await startServer({
    home: home.folder,
    host: "127.0.0.1",
    port: 0,
    version: "test",
    logger: createLogger("silent"),
    env: {},
    ...more,
  });
  let closed: Promise<void> | null = null;
  const close = () => {
    closed ??= server.close();
    return closed;
  };
  onTestFinished(close);
  const token = readFileSync(server.tokenFile, "utf8");
  return { ...server, close, client: new Client(server.url, token, home.project) };
}
