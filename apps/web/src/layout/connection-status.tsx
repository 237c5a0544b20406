import { Ban, RefreshCw, WifiOff } from "lucide-react";
import { client } from "../data/client.ts";
import type { Connection } from "../data/connection.ts";
import { Tooltip } from "../ui/tooltip/tooltip.tsx";
import styles from "./connection-status.module.css";

const signs = {
  live: { text: "Live", about: "This page is up to date." },
  catching_up: { text: "Catching up", about: "Loading missed events." },
  offline: {
    text: "Offline",
    about: "Not connected. Polylog reconnects automatically; click to retry now.",
  },
  denied: {
    text: "Denied",
    about: "The server rejects this browser. Sign in again, or click to retry.",
  },
} as const;

const icons = { catching_up: RefreshCw, offline: WifiOff, denied: Ban } as const;

interface ConnectionStatusProps {
  readonly connection: Connection;
  readonly reason?: string | null;
}

/** Whether the page shows the current state. Live is a quiet dot; other states have a label. */
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
