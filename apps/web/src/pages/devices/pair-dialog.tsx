import type { Pairing, Role } from "@polylog/client";
import { roles } from "@polylog/core";
import { useEffect, useState } from "react";
import { client } from "../../data/client.ts";
import { isCancelled } from "../../data/confirmations.ts";
import { useSeconds } from "../../format/use-now.ts";
import { baseUrl } from "../../routing/base-url.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog/dialog.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./pair-dialog.module.css";
import { QrCode } from "./qr-code.tsx";
import { roleNames } from "./roles.ts";

const lookMs = 1000;

/** Pairs a phone: select a role, show a QR code, then confirm the device that scanned it. */
export function PairDialog({
  onClose,
  onDone,
}: {
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const [role, setRole] = useState<Role>("approver");
  const [made, setMade] = useState<(Pairing & { readonly code: string }) | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const make = () => {
    setFailure(null);
    client.pairings.create({ role }).then(setMade, (error: Error) => setFailure(error.message));
  };
  return (
    <Dialog open onClose={onClose} title="Pair a device">
      {made === null ? (
        <>
          <fieldset className={styles.roles}>
            <legend className={styles.legend}>Role of the new device</legend>
            {roles.map((id) => (
              <label key={id} className={styles.role}>
                <input type="radio" name="role" checked={id === role} onChange={() => setRole(id)} />
                <span>
                  <span className={styles.name}>{roleNames[id].name}</span>
                  <span className={styles.about}>{roleNames[id].about}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {failure !== null && <p role="alert">{failure}</p>}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" onClick={make}>
              Show QR code
            </Button>
          </DialogActions>
        </>
      ) : (
        <PairingCode pairing={made} onAgain={() => setMade(null)} onDone={onDone} />
      )}
    </Dialog>
  );
}

interface PairingCodeProps {
  readonly pairing: Pairing & { readonly code: string };
  readonly onAgain: () => void;
  readonly onDone: () => void;
}

function PairingCode({ pairing, onAgain, onDone }: PairingCodeProps) {
  const now = usePairing(pairing);
  const address = `${baseUrl}#pair=${pairing.code}`;
  const left = Math.max(0, Math.ceil((pairing.expiresTs - useSeconds()) / 1000));
  const [failure, setFailure] = useState<string | null>(null);
  const decide = (decision: "confirm" | "deny") => {
    client.pairings
      .decide({ pairingId: pairing.pairingId, decision })
      .then(onDone, (error: Error) => setFailure(isCancelled(error) ? null : error.message));
  };
  if (now === null || left === 0) {
    return (
      <>
        <p>This code is no longer valid. A code works for five minutes.</p>
        <DialogActions>
          <Button look="primary" onClick={onAgain}>
            Show a new code
          </Button>
        </DialogActions>
      </>
    );
  }
  if (now.state === "pending") {
    return (
      <>
        <p className={styles.asks}>
          <strong>{now.name}</strong>
          <span>
            at {now.address} requests access as {roleNames[now.role].name.toLowerCase()}.
          </span>
        </p>
        {failure !== null && <p role="alert">{failure}</p>}
        <DialogActions>
          <Button look="danger" onClick={() => decide("deny")}>
            Deny
          </Button>
          <Button look="primary" onClick={() => decide("confirm")}>
            Approve
          </Button>
        </DialogActions>
      </>
    );
  }
  return (
    <>
      <p className={styles.about}>
        Scan this code with the device’s camera. It gets access after you approve it here.
      </p>
      <QrCode text={address} label="QR code that pairs a device" />
      <div className={styles.address}>
        <code>{address}</code>
        <CopyButton text={() => address} label="Copy link" />
      </div>
      {isOnlyHere(baseUrl) && (
        <p className={styles.warning}>
          This page is open at an address that works only on this machine. Open Polylog at an address that the
          phone can reach, such as this machine’s name in your network, and show the code there.
        </p>
      )}
      <p className={styles.waiting} role="status">
        <Spinner /> Waiting for the device, {Math.floor(left / 60)}:{String(left % 60).padStart(2, "0")} left
      </p>
    </>
  );
}

/** The server's state of the pairing; null when it is over. */
function usePairing(first: Pairing): Pairing | null {
  const [pairing, setPairing] = useState<Pairing | null>(first);
  useEffect(() => {
    const look = async () => {
      // Keep the last state; the next request tries again.
      const all = await client.pairings.list().catch(() => null);
      if (all !== null)
        setPairing(all.pairings.find(({ pairingId }) => pairingId === first.pairingId) ?? null);
    };
    const timer = setInterval(() => void look(), lookMs);
    return () => clearInterval(timer);
  }, [first.pairingId]);
  return pairing;
}

function isOnlyHere(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
