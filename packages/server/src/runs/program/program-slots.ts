import { limits } from "../../limits.ts";
import { Mailbox } from "../../mailbox.ts";
import { PolylogError } from "../../polylog-error.ts";

/** A program with a slot, from its start until it has exited. */
export interface ProgramHolder {
  /** The device whose message it was started for; null without a device. */
  readonly deviceId: string | null;
  /** Since when it is idle; null while it is busy, starting or stopping. */
  idleSince(): number | null;
  /** Stops it; resolves when it has exited. */
  end(): Promise<void>;
}

type Bounds = { readonly server: number; readonly device: number };

/** The slots for agent programs, on the server and per device. Idle programs are stopped to make room. */
export class ProgramSlots {
  private readonly bounds: Bounds;
  private readonly taken = new Set<ProgramHolder>();
  private readonly turns = new Mailbox();

  constructor(bounds: Bounds = limits.programs) {
    this.bounds = bounds;
  }

  /** Throws if no program can be started for a device now, even after stopping an idle one. */
  assertRoom(deviceId: string | null): void {
    for (const { holders, isFull, refusal } of this.shares(deviceId)) {
      if (isFull && longestIdle(holders) === null) throw refusal;
    }
  }

  /** Takes a slot and returns the function to release it. One call at a time, so that each stopped program frees one slot. */
  async take(holder: ProgramHolder): Promise<() => void> {
    await this.turns.run(async () => {
      for (;;) {
        const full = this.shares(holder.deviceId).find(({ isFull }) => isFull);
        if (full === undefined) break;
        const idle = longestIdle(full.holders);
        if (idle === null) throw full.refusal;
        await idle.end();
        this.taken.delete(idle);
      }
      this.taken.add(holder);
    });
    return () => void this.taken.delete(holder);
  }

  private shares(deviceId: string | null) {
    const all = [...this.taken];
    const own = deviceId === null ? [] : all.filter((holder) => holder.deviceId === deviceId);
    return [
      share(all, this.bounds.server, "on this server"),
      share(own, this.bounds.device, "for this device"),
    ];
  }
}

function share(holders: readonly ProgramHolder[], most: number, where: string) {
  const message = `The limit of ${most} running agent programs ${where} is reached. Wait for a run to finish or cancel one, then retry.`;
  return {
    holders,
    isFull: holders.length >= most,
    refusal: new PolylogError("too_many_programs", message, { limit: most }),
  };
}

function longestIdle(holders: readonly ProgramHolder[]): ProgramHolder | null {
  let found: { holder: ProgramHolder; since: number } | null = null;
  for (const holder of holders) {
    const since = holder.idleSince();
    if (since !== null && (found === null || since < found.since)) found = { holder, since };
  }
  return found?.holder ?? null;
}
