import { useSessionRow } from "../../data/sessions.ts";
import { SidebarButton } from "../../layout/sidebar-button.tsx";
import styles from "./session-placeholder.module.css";

/** A placeholder in the shape of the loaded page, so that nothing moves when it appears. */
export function LoadingSession({ sessionId }: { readonly sessionId: string }) {
  const row = useSessionRow(sessionId);
  return (
    <main id="main" className={styles.page} aria-busy="true">
      <div className={styles.bar}>
        <SidebarButton />
        <h1 className={styles.title}>{row?.title ?? "Loading session"}</h1>
      </div>
      <div className={styles.lines}>
        <span className={styles.bubble} />
        <span className={styles.line} />
        <span className={styles.line} />
        <span className={styles.short} />
      </div>
    </main>
  );
}
