import { randomUUID, timingSafeEqual } from "node:crypto";
import { type Role, roles } from "@polylog/core";
import { z } from "zod";
import { revokedDocument } from "../../devices/revoked-devices.ts";
import { PolylogError } from "../../polylog-error.ts";
import type { Commit, EventStore } from "../../store/store.ts";
import { findByHash, hashOf, newToken, type SecretHash } from "./secrets.ts";

/** How a device sends its secret: a program in a header, a browser in a cookie. They are not interchangeable. */
export type Via = "token" | "cookie";

export interface Device {
  readonly deviceId: string;
  readonly name: string;
  readonly role: Role;
  readonly via: Via;
  readonly hash: SecretHash;
  /** The hash of the browser's key. Null for a token, and for a browser that signed in before keys were introduced. */
  readonly keyHash: SecretHash | null;
  readonly createdTs: number;
  readonly expiresTs: number | null;
}

const KIND = "device";
type Documents = NonNullable<Commit["documents"]>;

const hashText = z.string().regex(/^[0-9a-f]{64}$/);

const stored = z.object({
  name: z.string(),
  role: z.enum(roles),
  via: z.enum(["token", "cookie"]),
  hash: hashText,
  keyHash: hashText.nullable().default(null),
  createdTs: z.number(),
  expiresTs: z.number().nullable(),
});

/** The approved devices. The store has them with the hashes of their secrets; only the devices have the secrets. */
export class Devices {
  private readonly store: Pick<EventStore, "documents" | "commit">;
  private readonly now: () => number;
  private readonly most: number;
  private byId = new Map<string, Device>();
  /** When each device was last seen since the start. */
  private readonly seen = new Map<string, number>();
  private readonly revoked = new Set<string>();
  private readonly revokedListeners = new Set<(deviceId: string) => void>();

  constructor(store: Pick<EventStore, "documents" | "commit">, most: number, now: () => number) {
    this.store = store;
    this.most = most;
    this.now = now;
  }

  /** Reloads the devices, because another process may have added or removed some. */
  async refresh(): Promise<void> {
    const read = new Map<string, Device>();
    for (const { key, value } of await this.store.documents(KIND)) {
      const parsed = stored.safeParse(value);
      if (!parsed.success) continue;
      const { hash, keyHash, ...rest } = parsed.data;
      const hashes = {
        hash: Buffer.from(hash, "hex"),
        keyHash: keyHash === null ? null : Buffer.from(keyHash, "hex"),
      };
      read.set(key, { deviceId: key, ...rest, ...hashes });
    }
    const gone = [...this.byId.keys()].filter((deviceId) => !read.has(deviceId));
    this.byId = read;
    for (const deviceId of gone) this.tellRevoked(deviceId);
  }

  list(): readonly Device[] {
    return [...this.byId.values()].filter((device) => this.isGood(device));
  }

  isAlive(deviceId: string): boolean {
    const device = this.byId.get(deviceId);
    return device !== undefined && this.isGood(device);
  }

  /** A browser needs both halves of its credential; one half alone finds nothing. */
  find(hash: SecretHash, via: Via, keyHash: SecretHash | null): Device | null {
    const found = findByHash(this.byId.values(), hash);
    if (found === null || found.via !== via || !this.isGood(found)) return null;
    if (via === "cookie" && !hasKey(found, keyHash)) return null;
    this.seen.set(found.deviceId, this.now());
    return found;
  }

  /** Null if not seen since the start. */
  seenTs(deviceId: string): number | null {
    return this.seen.get(deviceId) ?? null;
  }

  /** The secret and a browser's origin key are only in the answer. They are stored nowhere. */
  async add(
    name: string,
    role: Role,
    via: Via,
    lifeMs: number | null,
  ): Promise<{ device: Device; secret: string; originKey: string }> {
    const makeRoom = this.room(via);
    const secret = newToken();
    const originKey = newToken();
    const createdTs = this.now();
    const device: Device = {
      deviceId: randomUUID(),
      name,
      role,
      via,
      hash: hashOf(secret),
      keyHash: via === "cookie" ? hashOf(originKey) : null,
      createdTs,
      expiresTs: lifeMs === null ? null : createdTs + lifeMs,
    };
    const { deviceId, hash, keyHash, ...rest } = device;
    const value = { ...rest, hash: hash.toString("hex"), keyHash: keyHash?.toString("hex") ?? null };
    const dropped = makeRoom.map((old) => ({ kind: KIND, key: old.deviceId, value: null }));
    await this.store.commit({ documents: [...dropped, { kind: KIND, key: deviceId, value }] });
    for (const old of makeRoom) {
      this.byId.delete(old.deviceId);
      this.tellRevoked(old.deviceId);
    }
    this.byId.set(deviceId, device);
    return { device, secret, originKey };
  }

  /** The owner's decision against a device: its remaining work is paused. */
  async revoke(deviceId: string): Promise<Device> {
    return this.shutOut(deviceId, (device) => [revokedDocument(device, this.now())]);
  }

  /** A browser's own decision. Its schedules and missions continue. */
  async signOut(deviceId: string): Promise<void> {
    await this.shutOut(deviceId, () => []);
  }

  /** Invalidates the secret and closes the device's streams at once, even if the store is not writable yet. */
  private async shutOut(deviceId: string, more: (device: Device) => Documents): Promise<Device> {
    const device = this.byId.get(deviceId);
    if (device === undefined)
      throw new PolylogError("device_not_found", "No device has this ID. Reload the list of devices.");
    this.revoked.add(deviceId);
    this.tellRevoked(deviceId);
    await this.store.commit({ documents: [{ kind: KIND, key: deviceId, value: null }, ...more(device)] });
    this.byId.delete(deviceId);
    return device;
  }

  /** Called with each removed device. The listener closes its open streams. */
  onRevoked(listener: (deviceId: string) => void): () => void {
    this.revokedListeners.add(listener);
    return () => this.revokedListeners.delete(listener);
  }

  /** Devices to remove to make room: expired ones, or else the browser that signed in longest ago. */
  private room(via: Via): Device[] {
    const all = [...this.byId.values()];
    const expired = all.filter((device) => !this.isGood(device));
    if (all.length - expired.length < this.most) return expired;
    const browsers = all
      .filter((device) => device.via === "cookie")
      .sort((a, b) => a.createdTs - b.createdTs);
    if (via === "token" || browsers[0] === undefined) {
      throw new PolylogError("too_many_requests", "Too many devices. Revoke one of them first.");
    }
    return [...new Set([...expired, browsers[0]])];
  }

  private isGood({ deviceId, expiresTs }: Device): boolean {
    return !this.revoked.has(deviceId) && (expiresTs === null || expiresTs > this.now());
  }

  private tellRevoked(deviceId: string): void {
    for (const listener of this.revokedListeners) listener(deviceId);
  }
}

function hasKey({ keyHash }: Device, shown: SecretHash | null): boolean {
  return keyHash !== null && shown !== null && timingSafeEqual(keyHash, shown);
}
