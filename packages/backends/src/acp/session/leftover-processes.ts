import { setTimeout as sleep } from "node:timers/promises";
import type { AgentProcess } from "../../process/agent-process.ts";
import { killAll } from "../../process/process-table.ts";
import { limits } from "../limits.ts";

/**
 * Processes that a run has started. Some agents leave a command running after a cancel without reporting it; whatever
 * still runs after a short delay is terminated.
 */
export class LeftoverProcesses {
  private readonly process: AgentProcess;
  private before: ReadonlySet<number> = new Set();

  constructor(process: AgentProcess) {
    this.process = process;
  }

  /** Called when a run starts: processes that already exist belong to the agent itself. */
  begin(): void {
    this.before = new Set(this.process.members());
  }

  async end(): Promise<void> {
    const left = () => this.process.members().filter((pid) => !this.before.has(pid));
    const deadline = performance.now() + limits.leftoverMs;
    for (let pause = 5; left().length > 0 && performance.now() < deadline; pause *= 2) await sleep(pause);
    await killAll(left);
  }
}
