import type { ReactNode } from "react";
import styles from "./badge.module.css";
import { cx } from "./cx.ts";

type BadgeTone = "quiet" | "waiting" | "failed" | "done" | "live" | "agent";

export function Badge({
  tone = "quiet",
  children,
}: {
  readonly tone?: BadgeTone;
  readonly children: ReactNode;
}) {
  return <span className={cx(styles.badge, styles[tone])}>{children}</span>;
}
