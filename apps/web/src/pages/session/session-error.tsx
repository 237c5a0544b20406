import type { ClientError } from "@polylog/client";
import { CircleAlert } from "lucide-react";
import { client } from "../../data/client.ts";
import { SidebarButton } from "../../layout/sidebar-button.tsx";
import { go } from "../../routing/router.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import styles from "./session-placeholder.module.css";

/** The session cannot be shown: why, and what to do. */
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
        title={isGone ? "There is no such session" : "The session cannot be loaded"}
        action={
          isGone ? (
            <Button onClick={() => go({ page: "home" })}>Start a new one</Button>
          ) : (
            <Button onClick={() => client.reconnect()}>Try again</Button>
          )
        }
      >
        {isGone ? "It was deleted, or the link is not complete." : error.message}
      </EmptyState>
    </main>
  );
}
