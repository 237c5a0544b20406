import type { ClientError } from "@polylog/client";
import { CircleAlert } from "lucide-react";
import { client } from "../../data/client.ts";
import { SidebarButton } from "../../layout/sidebar-button.tsx";
import { go } from "../../routing/router.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import styles from "./session-placeholder.module.css";

/** The session cannot be shown: the reason and the next step. */
export function SessionError({ error }: { readonly error: ClientError }) {
  const isGone = error.code === "session_not_found";
  return (
    <main id="main" className={styles.page}>
      <div className={styles.bar}>
        <SidebarButton />
        <h1 className={styles.title}>Session</h1>
      </div>
      <EmptyState
        icon={<CircleAlert size={28} />}
        title={isGone ? "Session not found" : "Could not load the session"}
        action={
          isGone ? (
            <Button onClick={() => go({ page: "home" })}>Start a new session</Button>
          ) : (
            <Button onClick={() => client.reconnect()}>Try again</Button>
          )
        }
      >
        {isGone ? "It was deleted, or the link is incomplete." : error.message}
      </EmptyState>
    </main>
  );
}
