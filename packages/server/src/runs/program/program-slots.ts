import { PolylogError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import { Mailbox } from "../../mailbox.ts";

/** A program that takes a place, from when it is started until it is gone. */
export interface ProgramHolder {
  /** The device whose message it was started for; null where it was none. */
  readonly deviceId: string | null;
  /** Since when it rests; null while it works, comes up or ends. */
  restingSince(): number | null;
  /** Ends it; resolves when it is gone. */
  end(): Promise<void>;
}

type Bounds = { readonly server: number; readonly device: number };

/** The places that agent programs have, on the server and for each device. Programs that rest make room. */
export class ProgramSlots {
  private readonly bounds: Bounds;
  private readonly taken = new Set<ProgramHolder>();
  private readonly turns = new Mailbox();

  constructor(bounds: Bounds = limits.programs) {
    this.bounds = bounds;
  }

  /** Throws where no program can be started for a device now, not even in place of one that rests. */
  assertRoom(deviceId: string | null): void {
    for (const { holders, isFull, refusal } of this.shares(deviceId)) {
      if (isFull && longestResting(holders) === null) throw refusal;
    }
  }

  /** Takes a place; gives the way to leave it. One after the other, so that the same program makes room for one only. */
  async take(holder: ProgramHolder): Promise<() => void> {
    await this.turns.run(async () => {
      for (;;) {
        const full = this.shares(holder.deviceId).find(({ isFull }) => isFull);
        if (full === undefined) break;
        const resting = longestResting(full.holders);
        if (resting === null) throw full.refusal;
        await resting.end();
        this.taken.delete(resting);
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
  const message = `${most} agent programs are running ${where}, which is the limit. Wait for a run to finish, or cancel one, and try again.`;
  return {
    holders,
    isFull: holders.length >= most,
    refusal: new PolylogError("too_many_programs", message, { limit: most }),
  };
}

function longestResting(holders: readonly ProgramHolder[]): ProgramHolder | null {
  let found: { holder: ProgramHolder; since: number } | null = null;
  for (const holder of holders) {
    const since = holder.restingSince();
    if (since !== null && (found === null || since < found.since)) found = { holder, since };
  }
  return found?.holder ?? null;
}
