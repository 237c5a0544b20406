import type { SessionStatus } from "@polylog/client";
import { CircleAlert, CircleDashed, Hand, ListEnd, LoaderCircle } from "lucide-react";
import { stateNames } from "../format/session-status.ts";
import styles from "./state-dot.module.css";

const icons = {
  working: LoaderCircle,
  waiting_for_you: Hand,
  queued: ListEnd,
  interrupted: CircleDashed,
  failed: CircleAlert,
} as const;

/** The state of a session: each has its own shape, not only a color. */
export function StateDot({ status }: { readonly status: SessionStatus }) {
  const label = stateNames[status];
  if (status === "idle") return <span className={styles.idle} role="img" aria-label={label} />;
  const Icon = icons[status];
  return <Icon size={13} strokeWidth={2.3} className={styles.icon} data-status={status} aria-label={label} />;
}
