import type { Device, Leftover, PairAnswer, Pairing, Role, Self } from "@polylog/core";
import type { Http } from "../http.ts";

export type DeviceApi = ReturnType<typeof deviceApi>;

/** Signing in, and the devices that were let in. */
export function deviceApi(http: Http) {
  return {
    /** Trades the one-time code of the page's address for a cookie and the key that goes with it. */
    async login(code: string): Promise<Self> {
      const { originKey, ...self } = await http.call("devices.login", { code });
      http.keepKey(originKey);
      return self;
    },
    async logout(): Promise<void> {
      await http.call("devices.logout", {});
      http.keepKey(null);
    },
    /** Which device this is, and what it may do. */
    me(): Promise<Self> {
      return http.call("devices.me", {});
    },
    /** Makes a one-time code with which a browser can sign in. */
    newLoginCode(role: Role, name: string): Promise<{ readonly code: string; readonly expiresTs: number }> {
      return http.call("devices.newLoginCode", { role, name });
    },
    /** Makes a code for a phone. Whoever shows it waits in `pairings` until `decidePairing`. */
    newPairing(role: Role): Promise<Pairing & { readonly code: string }> {
      return http.call("pairings.create", { role });
    },
    async pairings(): Promise<readonly Pairing[]> {
      return (await http.call("pairings.list", {})).pairings;
    },
    decidePairing(pairingId: string, decision: "confirm" | "deny", role?: Role): Promise<Pairing> {
      return http.call("pairings.decide", { pairingId, decision, role });
    },
    /** For the device: shows the code. */
    pair(code: string, name: string): Promise<PairAnswer> {
      return http.call("pairings.pair", { code, name });
    },
    /** For the device: asks whether it is let in; a page takes a cookie and its key. */
    async claimPairing(claim: string, via: "token" | "cookie" = "token"): Promise<PairAnswer> {
      const { originKey, ...answer } = await http.call("pairings.pair", { claim, via });
      if (originKey !== undefined) http.keepKey(originKey);
      return answer;
    },
    async devices(): Promise<readonly Device[]> {
      return (await http.call("devices.list", {})).devices;
    },
    /** Lets a program in. Its token is in this answer and nowhere else. */
    addDevice(name: string, role: Role): Promise<Device & { readonly token: string }> {
      return http.call("devices.add", { name, role });
    },
    /** Schedules, missions, idle prompts and queued messages of revoked devices. All of them are paused. */
    async leftovers(): Promise<readonly Leftover[]> {
      return (await http.call("devices.leftovers", {})).leftovers;
    },
    async removeDevice(deviceId: string): Promise<void> {
      await http.call("devices.remove", { deviceId });
    },
  };
}
