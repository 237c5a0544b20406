import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { AgentSettings, EventBody } from "@polylog/core";
import { reapLeftovers } from "../../../src/process/process-records.ts";

export interface CrashOrder {
  readonly backend: string;
  readonly settings: AgentSettings;
  readonly projectRoot: string;
  readonly dataFolder: string;
  readonly recordsFolder: string;
  readonly resume?: string;
  readonly prompt: { readonly runId: string; readonly text: string };
}

export interface Crash {
  readonly events: readonly EventBody[];
  readonly nativeSessionId: string;
}

/**
 * Runs an agent in a separate server process, kills that during the agent's answer, and cleans up like the next
 * server.
 */
export async function crashServer(order: CrashOrder): Promise<Crash> {
  const main = fileURLToPath(new URL("./server-main.ts", import.meta.url));
  const child = spawn(process.execPath, [main, JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const events: EventBody[] = [];
  let nativeSessionId = "";
  for await (const line of createInterface(child.stdout)) {
    const told = JSON.parse(line) as { event: EventBody; nativeSessionId: string | null };
    events.push(told.event);
    nativeSessionId = told.nativeSessionId ?? "";
    if (told.event.type === "text_delta") break;
  }
  const exited = child.exitCode === null && child.signalCode === null ? once(child, "exit") : null;
  child.kill("SIGKILL");
  await exited;
  await reapLeftovers(order.recordsFolder);
  return { events, nativeSessionId };
}
