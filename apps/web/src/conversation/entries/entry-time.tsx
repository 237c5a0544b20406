import type { Entry } from "@polylog/core";
import { Link } from "../../app/link.tsx";
import { TimeLabel } from "../../format/time-label.tsx";
import { cx } from "../../ui/cx.ts";
import { useSessionContext } from "../session-context.ts";
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
