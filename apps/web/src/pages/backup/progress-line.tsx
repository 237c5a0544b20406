import { useState } from "react";
import { elapsed } from "../../format/format.ts";
import { useSeconds } from "../../format/use-now.ts";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./backup.module.css";

/** A task whose duration grows with the size of the log. */
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
