import { PolylogError } from "../polylog-error.ts";
import type { Auth, Identity } from "./auth/auth.ts";

/** A response or socket that stays open. */
export interface OpenStream {
  readonly who: Identity;
  /** Called on each heartbeat. */
  beat(now: number): void;
  /** Closes it, and sends the reason if possible. */
  close(reason: CloseReason): void;
}

export type CloseReason = "revoked" | "stopping";

/** All open streams by their device, so that a device can be disconnected and the server can stop. */
export class Streams {
  private readonly auth: Auth;
  private readonly most: number;
  private readonly byDevice = new Map<string, Set<OpenStream>>();
  private readonly timer: NodeJS.Timeout;
  private readonly stopListening: () => void;
  private open = 0;
  private isStopping = false;

  constructor(auth: Auth, most: number, heartbeatMs: number) {
    this.auth = auth;
    this.most = most;
    this.stopListening = auth.devices.onRevoked((deviceId) => this.closeOf(deviceId, "revoked"));
    this.timer = setInterval(() => this.beat(), heartbeatMs);
    this.timer.unref();
  }

  get count(): number {
    return this.open;
  }

  countOf(deviceId: string): number {
    return this.byDevice.get(deviceId)?.size ?? 0;
  }

  /** Rejects a stream beyond the limit, and one whose device was removed while it was being opened. */
  checkRoom(who: Identity): void {
    if (this.isStopping)
      throw new PolylogError("degraded", "The server is shutting down. Retry in a few seconds.");
    if (!this.auth.isAlive(who))
      throw new PolylogError("not_authenticated", "The token was revoked. Sign in again.");
    if (this.countOf(who.id) < this.most) return;
    throw new PolylogError(
      "too_many_requests",
      `This device already has ${this.most} open streams. Close some first.`,
      {
        retry_after: 1,
      },
    );
  }

  add(stream: OpenStream): void {
    const held = this.byDevice.get(stream.who.id) ?? new Set();
    this.byDevice.set(stream.who.id, held.add(stream));
    this.open++;
  }

  remove(stream: OpenStream): void {
    const held = this.byDevice.get(stream.who.id);
    if (held?.delete(stream) !== true) return;
    this.open--;
    if (held.size === 0) this.byDevice.delete(stream.who.id);
  }

  close(): void {
    this.isStopping = true;
    clearInterval(this.timer);
    this.stopListening();
    for (const deviceId of [...this.byDevice.keys()]) this.closeOf(deviceId, "stopping");
  }

  private closeOf(deviceId: string, reason: CloseReason): void {
    for (const stream of [...(this.byDevice.get(deviceId) ?? [])]) stream.close(reason);
  }

  private beat(): void {
    const now = Date.now();
    for (const held of [...this.byDevice.values()]) {
      for (const stream of [...held]) {
        if (this.auth.isAlive(stream.who)) stream.beat(now);
        else stream.close("revoked");
      }
    }
  }
}
