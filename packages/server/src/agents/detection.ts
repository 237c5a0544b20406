import { setTimeout as sleep } from "node:timers/promises";
import type { BackendManifest, DetectedAgent, Machine } from "@polylog/backends";
import { limits } from "../limits.ts";

/** The agents that are found on this machine: looked for once, and again when asked to. */
export class Detection {
  private readonly manifests: readonly BackendManifest[];
  private readonly machine: Machine;
  /** What each backend found last. One that was late counts from when it comes. */
  private readonly found = new Map<BackendManifest, readonly DetectedAgent[]>();
  private looking: Promise<void> | null = null;
  /** Resolves when every backend has answered. */
  private complete: Promise<unknown> = Promise.resolve();

  constructor(manifests: Readonly<Record<string, BackendManifest>>, machine: Machine) {
    this.manifests = Object.values(manifests);
    this.machine = machine;
  }

  async agents(refresh = false): Promise<readonly DetectedAgent[]> {
    if (refresh) this.looking = null;
    this.looking ??= this.look();
    await this.looking;
    return this.current;
  }

  /** The agent of that name. On a busy machine its program may be late, and a list does not wait for it; this does. */
  async find(agentId: string): Promise<DetectedAgent | undefined> {
    const named = ({ id }: DetectedAgent) => id === agentId;
    const found = (await this.agents()).find(named);
    if (found !== undefined) return found;
    await Promise.race([this.complete, sleep(limits.findAgentMs, undefined, { ref: false })]);
    return this.current.find(named);
  }

  private get current(): DetectedAgent[] {
    return this.manifests.flatMap((manifest) => this.found.get(manifest) ?? []);
  }

  /** All backends at once, for a bounded time. */
  private async look(): Promise<void> {
    this.complete = Promise.all(this.manifests.map((manifest) => this.detect(manifest)));
    await Promise.race([this.complete, sleep(limits.detectMs, undefined, { ref: false })]);
  }

  private async detect(manifest: BackendManifest): Promise<void> {
    try {
      this.found.set(manifest, await manifest.detect(this.machine));
    } catch {
      // What cannot be looked for is not there; the other backends' agents are.
      this.found.delete(manifest);
    }
  }
}
