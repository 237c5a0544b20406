import { type Actor, type Role, roles } from "@polylog/core";
import { z } from "zod";
import type { Commit, EventStore } from "../store/store.ts";

/** A device that the owner revoked. */
export interface RevokedDevice {
  readonly deviceId: string;
  readonly name: string;
  readonly role: Role;
}

/** These documents are kept permanently: a rewind or a restore can bring back work of such a device. */
const REVOKED_DEVICE = "revoked_device";

const stored = z.object({ name: z.string(), role: z.enum(roles), revokedTs: z.number() });

/** Written in one commit with the deletion of the device. */
export function revokedDocument(
  { deviceId, name, role }: RevokedDevice,
  revokedTs: number,
): NonNullable<Commit["documents"]>[number] {
  return { kind: REVOKED_DEVICE, key: deviceId, value: { name, role, revokedTs } };
}

/** The devices whose schedules, missions, idle prompts and queued messages no longer run. */
export class RevokedDevices {
  private readonly store: Pick<EventStore, "documents">;
  private readonly byId = new Map<string, RevokedDevice>();

  constructor(store: Pick<EventStore, "documents">) {
    this.store = store;
  }

  async open(): Promise<void> {
    for (const { key, value } of await this.store.documents(REVOKED_DEVICE)) {
      const { success, data } = stored.safeParse(value);
      if (success) this.add({ deviceId: key, name: data.name, role: data.role });
    }
  }

  add(device: RevokedDevice): void {
    this.byId.set(device.deviceId, device);
  }

  /** The author's device if it was revoked; otherwise null. */
  find(by: Actor | null | undefined): RevokedDevice | null {
    return (by?.kind === "user" && by.id !== undefined && this.byId.get(by.id)) || null;
  }

  /** Why work of this author is paused; null if it is not. */
  pauseOf(by: Actor | null | undefined): { reason: "device_revoked"; message: string } | null {
    const device = this.find(by);
    return device && { reason: "device_revoked", message: `The device ${device.name} was revoked.` };
  }
}
