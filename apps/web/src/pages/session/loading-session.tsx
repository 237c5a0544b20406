import { useSessionRow } from "../../data/sessions.ts";
import { SidebarButton } from "../../layout/sidebar-button.tsx";
import styles from "./session-placeholder.module.css";

/** The shape of what is to come, so that nothing jumps when it is there. */
export function LoadingSession({ sessionId }: { readonly sessionId: string }) {
  const row = useSessionRow(sessionId);
  return (
    <main id="main" className={styles.page} aria-busy="true">
      <div className={styles.bar}>
        <SidebarButton />
        <h1 className={styles.title}>{row?.title ?? "Loading the session"}</h1>
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
