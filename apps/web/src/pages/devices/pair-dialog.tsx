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

/** Lets a phone in: which role, a code for its camera, then whether the device that came with it is the right one. */
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
            <legend className={styles.legend}>It may</legend>
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
              Show the code
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
        <p>No device came in time. A code is good for five minutes.</p>
        <DialogActions>
          <Button look="primary" onClick={onAgain}>
            Make another
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
            at {now.address} asks to be let in as {roleNames[now.role].name.toLowerCase()}.
          </span>
        </p>
        {failure !== null && <p role="alert">{failure}</p>}
        <DialogActions>
          <Button look="danger" onClick={() => decide("deny")}>
            Not mine
          </Button>
          <Button look="primary" onClick={() => decide("confirm")}>
            Let it in
          </Button>
        </DialogActions>
      </>
    );
  }
  return (
    <>
      <p className={styles.about}>
        Open it with the device’s camera. You confirm here before it sees anything.
      </p>
      <QrCode text={address} label="QR code with the address that pairs a device" />
      <div className={styles.address}>
        <code>{address}</code>
        <CopyButton text={() => address} label="Copy the address" />
      </div>
      {isOnlyHere(baseUrl) && (
        <p className={styles.warning}>
          This page was opened by an address that only this machine knows. Open it by the one that the phone
          can reach, such as its name in your network or that of your proxy, and make the code there.
        </p>
      )}
      <p className={styles.waiting} role="status">
        <Spinner /> Waiting for the device, {Math.floor(left / 60)}:{String(left % 60).padStart(2, "0")} left
      </p>
    </>
  );
}

/** The pairing as the server has it; null once it is over. */
function usePairing(first: Pairing): Pairing | null {
  const [pairing, setPairing] = useState<Pairing | null>(first);
  useEffect(() => {
    const look = async () => {
      // Keep the last state; the next look tries again.
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
