import { isIPv4, isIPv6 } from "node:net";

/**
 * Counts wrong credentials by the address they come from. Each address has a few guesses and regains one per interval.
 * An address without guesses is limited. Only the socket's own address counts, because headers can be forged.
 */
export class GuessLimit {
  private readonly byAddress = new Map<string, { guesses: number; at: number }>();
  private readonly burst: number;
  private readonly refillMs: number;
  private readonly elapsed: () => number;

  /** `elapsed` must be monotonic, unlike a wall clock. */
  constructor(burst: number, refillMs: number, elapsed: () => number) {
    this.burst = burst;
    this.refillMs = refillMs;
    this.elapsed = elapsed;
  }

  /** Seconds until the next guess is accepted from this address; 0 if one is accepted now. */
  waitOf(address: string): number {
    const over = this.guessesOf(address) - this.burst + 1;
    return over <= 0 ? 0 : Math.ceil((over * this.refillMs) / 1000);
  }

  wrong(address: string): void {
    const guesses = Math.min(this.guessesOf(address) + 1, this.burst);
    this.byAddress.delete(address);
    this.byAddress.set(address, { guesses, at: this.elapsed() });
    // The address whose last guess is oldest loses the least by being forgotten.
    if (this.byAddress.size > MOST_ADDRESSES)
      this.byAddress.delete(this.byAddress.keys().next().value as string);
  }

  private guessesOf(address: string): number {
    const record = this.byAddress.get(address);
    if (record === undefined) return 0;
    return Math.max(0, record.guesses - (this.elapsed() - record.at) / this.refillMs);
  }
}

const MOST_ADDRESSES = 10_000;

/** One name per peer: the normalized IPv4 address, or the network of an IPv6 address, because its owner has all of it. */
export function peerName(remoteAddress: string | undefined): string {
  const address = (remoteAddress ?? "").toLowerCase().replace(/%.*$/, "");
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return "unknown";
  const groups = groupsOf(address);
  const [a = 0, b = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [a >> 8, a & 255, b >> 8, b & 255].join(".");
  }
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}

function groupsOf(address: string): number[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const tail = dotted?.slice(1).map(Number) ?? [];
  const [a = 0, b = 0, c = 0, d = 0] = tail;
  const hex = dotted === null ? address : `${address.slice(0, dotted.index)}${pair(a, b)}:${pair(c, d)}`;
  const [front = "", back] = hex.split("::");
  const left = front === "" ? [] : front.split(":");
  const right = back === undefined || back === "" ? [] : back.split(":");
  const zeros = back === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill("0"), ...right].map((group) => Number.parseInt(group, 16));
}

function pair(high: number, low: number): string {
  return ((high << 8) | low).toString(16);
}
