import { Ban, RefreshCw, WifiOff } from "lucide-react";
import { client } from "../data/client.ts";
import type { Connection } from "../data/connection.ts";
import { Tooltip } from "../ui/tooltip/tooltip.tsx";
import styles from "./connection-status.module.css";

const signs = {
  live: { text: "Live", about: "What you see is what is in the log." },
  catching_up: { text: "Catching up", about: "Reading what happened meanwhile." },
  offline: {
    text: "Offline",
    about: "Not connected. Polylog reconnects automatically; click to try now.",
  },
  denied: {
    text: "Denied",
    about: "The server refuses this browser. Sign in again; press to try once more.",
  },
} as const;

const icons = { catching_up: RefreshCw, offline: WifiOff, denied: Ban } as const;

interface ConnectionStatusProps {
  readonly connection: Connection;
  readonly reason?: string | null;
}

/** Whether what is on the screen is what is. Live is a quiet dot; everything else says so in words. */
export function ConnectionStatus({ connection, reason = null }: ConnectionStatusProps) {
  const { text, about } = signs[connection];
  const Icon = connection === "live" ? null : icons[connection];
  return (
    <Tooltip text={reason === null || connection === "live" ? about : `${about} ${reason}`} side="bottom">
      <button
        type="button"
        className={styles.sign}
        data-connection={connection}
        aria-label={`Connection: ${text}`}
        onClick={() => client.reconnect()}
      >
        {Icon === null ? <span className={styles.dot} /> : <Icon size={13} />}
        {connection !== "live" && text}
      </button>
    </Tooltip>
  );
}
