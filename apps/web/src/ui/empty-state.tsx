import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** An empty page or list: the reason and the next action. */
export function EmptyState({ icon, title, children, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <div className={styles.icon}>{icon}</div>
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  );
}
