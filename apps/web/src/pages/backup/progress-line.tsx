import { useState } from "react";
import { elapsed } from "../../format/format.ts";
import { useSeconds } from "../../format/use-now.ts";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./backup.module.css";

/** Something that takes as long as the log is large. */
export function ProgressLine({ text }: { readonly text: string }) {
  const [since] = useState(() => Date.now());
  const now = useSeconds();
  return (
    <p className={styles.working}>
      <Spinner />
      <span role="status">{text}</span>
      <span className={styles.elapsed}>{elapsed(Math.max(0, now - since))}</span>
    </p>
  );
}
