import type { ReactNode } from "react";
import styles from "./page.module.css";
import { SidebarButton } from "./sidebar-button.tsx";

interface PageProps {
  readonly title: string;
  readonly actions?: ReactNode;
  /** Its code is still loading. */
  readonly isLoading?: boolean;
  readonly children: ReactNode;
}

/** A page next to the session list: a heading and one column. */
export function Page({ title, actions, isLoading = false, children }: PageProps) {
  return (
    <main id="main" className={styles.page} aria-busy={isLoading || undefined}>
      <header className={styles.header}>
        <SidebarButton />
        <h1 className={styles.title}>{title}</h1>
        {actions}
      </header>
      <div className={styles.scroller}>
        <div className={styles.column}>{children}</div>
      </div>
    </main>
  );
}
