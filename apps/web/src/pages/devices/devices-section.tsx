import type { Device } from "@polylog/client";
import { LogOut, Monitor, Smartphone, SquareTerminal } from "lucide-react";
import { Suspense, useCallback, useEffect, useState } from "react";
import { client } from "../../data/client.ts";
import { useMay } from "../../data/role-access.ts";
import { signIn } from "../../data/sign-in.ts";
import { ago, wholeTime } from "../../format/format.ts";
import { useMinutes } from "../../format/use-now.ts";
import { lazyPart } from "../../offline/load-part.ts";
import { clearOfflineCache } from "../../offline/offline-cache.ts";
import { baseUrl } from "../../routing/base-url.ts";
import { useStore } from "../../store/store.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog/dialog.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "../settings/settings.module.css";
import own from "./devices-section.module.css";
import { Leftovers } from "./leftovers.tsx";
import { roleNames } from "./roles.ts";

const PairDialog = lazyPart(async () => (await import("./pair-dialog.tsx")).PairDialog);

const lookMs = 3000;

/** The signed-in devices, and pairing of a new one. */
export function DevicesSection() {
  const { devices, failure, load } = useDevices();
  const [isPairing, setPairing] = useState(false);
  const [leaving, setLeaving] = useState<Device | null>(null);
  const me = useStore(signIn);
  const ownId = me.state === "in" ? me.self.deviceId : null;
  const mayPair = useMay("pairings.create");
  return (
    <section className={styles.group} aria-labelledby="devices-heading">
      <div className={styles.row}>
        <h2 id="devices-heading" className={styles.heading}>
          Devices
        </h2>
        <div className={own.actions}>
          <Button size="small" onClick={() => void signOut()}>
            <LogOut size={14} /> Sign out
          </Button>
          {mayPair && (
            <Button size="small" look="primary" onClick={() => setPairing(true)}>
              Pair a device
            </Button>
          )}
        </div>
      </div>
      <p className={styles.hint}>
        Signing out also removes this browser’s offline data. Revoking a device signs it out immediately and
        pauses its schedules, missions and queued messages.
      </p>
      {devices === null && failure === null && <Spinner label="Loading" />}
      {failure !== null && <p className={styles.hint}>{failure}</p>}
      <ul className={styles.list}>
        {(devices ?? []).map((device) => (
          <DeviceRow
            key={device.deviceId}
            device={device}
            isOwn={device.deviceId === ownId}
            onRevoke={() => setLeaving(device)}
          />
        ))}
      </ul>
      {mayPair && devices !== null && <Leftovers devices={devices.length} />}
      <Suspense>
        {isPairing && (
          <PairDialog
            onClose={() => setPairing(false)}
            onDone={() => {
              setPairing(false);
              load();
            }}
          />
        )}
      </Suspense>
      <Dialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={`Revoke “${leaving?.name ?? ""}”?`}
        about="It is signed out immediately, and its schedules, missions and queued messages are paused. To use it again, pair it or sign in again."
      >
        <DialogActions>
          <Button onClick={() => setLeaving(null)}>Cancel</Button>
          <Button
            look="danger"
            onClick={() => {
              if (leaving !== null)
                void client.devices.remove({ deviceId: leaving.deviceId }).then(load, load);
              setLeaving(null);
            }}
          >
            Revoke
          </Button>
        </DialogActions>
      </Dialog>
    </section>
  );
}

interface DeviceRowProps {
  readonly device: Device;
  readonly isOwn: boolean;
  readonly onRevoke: () => void;
}

function DeviceRow({ device, isOwn, onRevoke }: DeviceRowProps) {
  const { name, role, via, streams, seenTs, createdTs } = device;
  const now = useMinutes();
  const Icon = via === "token" ? SquareTerminal : /iPhone|Android|phone/i.test(name) ? Smartphone : Monitor;
  const seen =
    streams > 0
      ? "connected now"
      : seenTs === null
        ? "not seen since the server started"
        : `last seen ${seenAgo(seenTs, now)}`;
  return (
    <li className={styles.agent}>
      <Icon size={20} className={own.icon} />
      <div className={own.about}>
        <p className={styles.name}>
          {name} <Badge tone={role === "owner" ? "agent" : "quiet"}>{roleNames[role].name}</Badge>{" "}
          {isOwn && <Badge tone="live">This browser</Badge>}
        </p>
        <p className={styles.hint} title={`Since ${wholeTime(createdTs)}`}>
          {via === "token" ? "Program" : "Browser"}, {seen}
        </p>
      </div>
      {!isOwn && (
        <Button size="small" look="danger" onClick={onRevoke} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      )}
    </li>
  );
}

function seenAgo(ts: number, now: number): string {
  const short = ago(ts, now);
  return short === "now" ? "just now" : /^\d+[mhd]$/.test(short) ? `${short} ago` : short;
}

function useDevices() {
  const [devices, setDevices] = useState<readonly Device[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const load = useCallback(() => {
    client.devices.list().then(
      ({ devices: all }) => {
        setDevices(all.toSorted((a, b) => (b.seenTs ?? b.createdTs) - (a.seenTs ?? a.createdTs)));
        setFailure(null);
      },
      (error: Error) => setFailure(error.message),
    );
  }, []);
  useEffect(() => {
    load();
    // A confirmed device is listed only after it has fetched its credential.
    const timer = setInterval(load, lookMs);
    return () => clearInterval(timer);
  }, [load]);
  return { devices, failure, load };
}

/** Signs out at the server and removes everything that was stored in this browser. */
async function signOut(): Promise<void> {
  // The data is removed even without a connection.
  await client.devices.logout().catch(() => undefined);
  client.close();
  await forgetHere();
  // A reload also clears the data in memory.
  location.replace(baseUrl);
}

async function forgetHere(): Promise<void> {
  await clearOfflineCache();
  for (const name of Object.keys(localStorage)) {
    // The theme reveals nothing about the sessions.
    if (name.startsWith("polylog.") && name !== "polylog.theme") localStorage.removeItem(name);
  }
}
