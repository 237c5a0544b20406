import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { Client } from "./client.ts";
import type { Home } from "./home.ts";

const program = path.join(import.meta.dirname, "server-main.ts");

export interface ServerProcess {
  readonly client: Client;
  readonly pid: number;
  /** Its output on stderr. */
  readonly complaints: string[];
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends a line and waits for the answer. */
  tell(line: string): Promise<void>;
}

/** Starts a server that can really be killed; it does not outlive the test. */
export async function spawnServer(home: Home): Promise<ServerProcess> {
  const { child, lines, complaints } = start(home);
  const { url, token, message } = JSON.parse(await lines());
  if (url === undefined) throw new Error(message);
  const gone = once(child, "exit");
  return {
    client: new Client(url, token, home.project),
    pid: child.pid as number,
    complaints,
    kill: async () => {
      child.kill("SIGKILL");
      await gone;
    },
    stop: async () => {
      child.kill("SIGTERM");
      const [code] = await gone;
      return code;
    },
    tell: async (line) => {
      child.stdin.write(`${line}\n`);
      await lines();
    },
  };
}

/** Starts a server that is expected to fail; resolves with its output and its exit code. */
export async function refusedServer(home: Home): Promise<{ said: unknown; code: number | null }> {
  const { child, lines } = start(home);
  const gone = once(child, "exit");
  const said: unknown = JSON.parse(await lines());
  const [code] = await gone;
  return { said, code };
}

function start(home: Home) {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [program, home.folder]);
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  });
  child.stdin.on("error", () => undefined);
  const complaints: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => complaints.push(text));
  const reader = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const lines = async (): Promise<string> => {
    const { value, done } = await reader.next();
    if (done === true) throw new Error(`The server said nothing more. ${complaints.join("")}`);
    return value;
  };
  return { child, lines, complaints };
}
