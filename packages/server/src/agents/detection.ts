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

  constructor(manifests: Readonly<Record<string, BackendManifest>>, machine: Machine) {
    this.manifests = Object.values(manifests);
    this.machine = machine;
  }

  async agents(refresh = false): Promise<readonly DetectedAgent[]> {
    if (refresh) this.looking = null;
    this.looking ??= this.look();
    await this.looking;
    return this.manifests.flatMap((manifest) => this.found.get(manifest) ?? []);
  }

  /** All backends at once, each for a bounded time. */
  private async look(): Promise<void> {
    await Promise.all(
      this.manifests.map(async (manifest) => {
        const detecting = this.detect(manifest);
        await Promise.race([detecting, sleep(limits.detectMs, undefined, { ref: false })]);
      }),
    );
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
