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

/** When it was said; it is the address of that place too, to be copied or opened elsewhere. */
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
