import { setTimeout as sleep } from "node:timers/promises";
import type { BackendManifest, DetectedAgent, Machine } from "@polylog/backends";
import { limits } from "../limits.ts";

/** The agents installed on this machine. The machine is scanned once, and again on request. */
export class Detection {
  private readonly manifests: readonly BackendManifest[];
  private readonly machine: Machine;
  /** The last result of each backend. A late result is used as soon as it arrives. */
  private readonly found = new Map<BackendManifest, readonly DetectedAgent[]>();
  private looking: Promise<void> | null = null;
  /** Resolves when every backend has reported. */
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

  /** Finds an agent by name. Unlike a list, this waits for a program that is slow to respond on a busy machine. */
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

  /** Scans with all backends at once, within a time limit. */
  private async look(): Promise<void> {
    this.complete = Promise.all(this.manifests.map((manifest) => this.detect(manifest)));
    await Promise.race([this.complete, sleep(limits.detectMs, undefined, { ref: false })]);
  }

  private async detect(manifest: BackendManifest): Promise<void> {
    try {
      this.found.set(manifest, await manifest.detect(this.machine));
    } catch {
      // A failed scan counts as nothing found; the other backends' agents are unaffected.
      this.found.delete(manifest);
    }
  }
}
