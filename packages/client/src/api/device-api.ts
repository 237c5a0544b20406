import type { Http } from "../http.ts";
import { fromWire, toWire } from "../wire-names.ts";
import type { Device, Leftover, PairAnswer, Pairing, Role, Self } from "./types.ts";

export type DeviceApi = ReturnType<typeof deviceApi>;

/** Signing in, and the devices that were let in. */
export function deviceApi(http: Http) {
  return {
    /** Trades the one-time code of the page's address for a cookie and the key that goes with it. */
    async login(code: string): Promise<Self> {
      const { originKey, ...self } = fromWire<Self & { originKey: string }>(
        await http.json("POST", "/api/login", { body: { code } }),
      );
      http.keepKey(originKey);
      return self;
    },
    async logout(): Promise<void> {
      await http.json("POST", "/api/logout", { body: {} });
      http.keepKey(null);
    },
    /** Which device this is, and what it may do. */
    async me(): Promise<Self> {
      return fromWire(await http.json("GET", "/api/me"));
    },
    /** Makes a one-time code with which a browser can sign in. */
    async newLoginCode(
      role: Role,
      name: string,
    ): Promise<{ readonly code: string; readonly expiresTs: number }> {
      return fromWire(await http.json("POST", "/api/login-codes", { body: { role, name } }));
    },
    /** Makes a code for a phone. Whoever shows it waits in `pairings` until `decidePairing`. */
    async newPairing(role: Role): Promise<Pairing & { readonly code: string }> {
      return fromWire(await http.json("POST", "/api/pairings", { body: { role } }));
    },
    async pairings(): Promise<readonly Pairing[]> {
      const { pairings } = await http.json<{ pairings: unknown[] }>("GET", "/api/pairings");
      return pairings.map((pairing) => fromWire<Pairing>(pairing));
    },
    async decidePairing(pairingId: string, decision: "confirm" | "deny", role?: Role): Promise<Pairing> {
      const path = `/api/pairings/${encodeURIComponent(pairingId)}`;
      return fromWire(await http.json("PATCH", path, { body: toWire({ decision, role }) }));
    },
    /** For the device: shows the code. */
    async pair(code: string, name: string): Promise<PairAnswer> {
      return fromWire(await http.json("POST", "/api/pair", { body: { code, name } }));
    },
    /** For the device: asks whether it is let in; a page takes a cookie and its key. */
    async claimPairing(claim: string, via: "token" | "cookie" = "token"): Promise<PairAnswer> {
      const { originKey, ...answer } = fromWire<PairAnswer & { originKey?: string }>(
        await http.json("POST", "/api/pair", { body: { claim, via } }),
      );
      if (originKey !== undefined) http.keepKey(originKey);
      return answer;
    },
    async devices(): Promise<readonly Device[]> {
      const { devices } = await http.json<{ devices: unknown[] }>("GET", "/api/devices");
      return devices.map((device) => fromWire<Device>(device));
    },
    /** Lets a program in. Its token is in this answer and nowhere else. */
    async addDevice(name: string, role: Role): Promise<Device & { readonly token: string }> {
      return fromWire(await http.json("POST", "/api/devices", { body: { name, role } }));
    },
    /** Schedules, missions, idle prompts and queued messages of revoked devices. All of them are paused. */
    async leftovers(): Promise<readonly Leftover[]> {
      const { leftovers } = await http.json<{ leftovers: unknown[] }>("GET", "/api/devices/leftovers");
      return leftovers.map((leftover) => fromWire<Leftover>(leftover));
    },
    async removeDevice(deviceId: string): Promise<void> {
      await http.json("DELETE", `/api/devices/${encodeURIComponent(deviceId)}`);
    },
  };
}
