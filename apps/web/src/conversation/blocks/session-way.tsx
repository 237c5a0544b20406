import { ArrowUpRight } from "lucide-react";
import { Link } from "../../app/link.tsx";
import type { BlockProps } from "./block-view.tsx";
import styles from "./blocks.module.css";

/** The way to the session at the other end of an exchange. */
export function SessionWay({ block: { sessionId, agentId } }: BlockProps<"session">) {
  return (
    <Link to={{ page: "session", sessionId, target: null }} className={styles.way}>
      Open the session of {agentId} <ArrowUpRight size={13} aria-hidden="true" />
    </Link>
  );
}
