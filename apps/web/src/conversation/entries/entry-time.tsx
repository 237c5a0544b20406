import type { Entry } from "@polylog/core";
import { useSessionContext } from "../../data/session/session-context.ts";
import { TimeLabel } from "../../format/time-label.tsx";
import { Link } from "../../routing/link.tsx";
import { cx } from "../../ui/cx.ts";
import styles from "./entry-time.module.css";

interface EntryTimeProps {
  readonly entry: Entry;
  readonly className?: string | undefined;
}

/** The time of an entry. It links to the entry, so that the address can be copied or opened. */
export function EntryTime({ entry: { key, ts }, className }: EntryTimeProps) {
  const { sessionId } = useSessionContext();
  return (
    <Link
      to={{ page: "session", sessionId, target: { kind: "entry", key } }}
      className={cx(styles.time, className)}
    >
      <TimeLabel ts={ts} />
    </Link>
  );
}
