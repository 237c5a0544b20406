import { CircleAlert } from "lucide-react";
import type { BlockProps } from "./block-view.tsx";
import styles from "./blocks.module.css";

export function ErrorReason({ block: { code, message } }: BlockProps<"error">) {
  return (
    <div className={styles.error}>
      <CircleAlert size={14} aria-label="Failed" />
      <div>
        {message} <span className={styles.code}>{code}</span>
      </div>
    </div>
  );
}
