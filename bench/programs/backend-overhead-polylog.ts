import { randomUUID } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { answer } from "../program.ts";
import { newHome, owner, startPolylog } from "./polylog-server.ts";

/**
 * The server as it is shipped, with programs that stream like Claude Code, Codex, Pi and ACP agents, and the built-in
 * agent if there is a model for it.
 */
const home = newHome();
const mark = randomUUID();
const speaker = fileURLToPath(new URL("./speaking-agent.ts", import.meta.url));

function programFor(dialect: string): string {
  const file = path.join(home, `${dialect}-program`);
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${speaker}" ${dialect} "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

const [idle, modelUrl] = process.argv.slice(2);
const agents = {
  ...Object.fromEntries(
    ["claude", "codex", "pi", "acp"].map((backend) => [
      backend,
      { backend, command: programFor(backend), env: { BENCH_MARK: mark } },
    ]),
  ),
  ...(modelUrl === undefined
    ? {}
    : { "built-in": { backend: "openai", base_url: modelUrl, model: "bench" } }),
};
const { services } = await startPolylog({
  ...{ home, agents },
  ...(idle === undefined ? {} : { idle_minutes: Number(idle) }),
});
const sessions = new Map<string, string>();

answer({
  /** Milliseconds of this process for the answer to a prompt, from its first piece to the end of the run in the log. */
  speak: async ({ agentId, text, fresh = false }: { agentId: string; text: string; fresh?: boolean }) => {
    const sessionId = fresh ? undefined : sessions.get(agentId);
    const { user, system } = process.cpuUsage();
    const told = await services.messages.send({ projectRoot: home, agentId, sessionId, text }, owner);
    sessions.set(agentId, told.sessionId);
    // Constant polling would count as cost.
    const [chars = 0, piece = 1, perMs = 0] = text.split(" ").map(Number);
    if (perMs > 0) await sleep(chars / piece / perMs);
    for (;;) {
      const run = (await services.runs.list({ sessionId: told.sessionId })).find(
        ({ runId }) => runId === told.runId,
      );
      if (run !== undefined && run.outcome !== null) {
        if (run.outcome !== "completed") throw new Error(`The run ended as ${run.outcome}.`);
        const now = process.cpuUsage();
        return (now.user - user + now.system - system) / 1000;
      }
      await sleep(100);
    }
  },
  /** The peak memory of this process since the last call, in kilobytes. */
  peak: () => {
    const status = readFileSync("/proc/self/status", "utf8");
    writeFileSync("/proc/self/clear_refs", "5");
    return Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1]);
  },
  /** The running programs. */
  programs: () =>
    readdirSync("/proc").filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "utf8").includes(mark);
      } catch {
        // It has ended, or belongs to another user.
        return false;
      }
    }).length,
});
