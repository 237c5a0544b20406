import { Page } from "../layout/page.tsx";
import { LoadingSession } from "../pages/session/loading-session.tsx";
import type { Route } from "../routing/route.ts";
import visuallyHidden from "../ui/visually-hidden.module.css";
import styles from "./shell.module.css";

const names = {
  inbox: "Inbox",
  usage: "Usage",
  missions: "Missions",
  settings: "Settings",
  unknown: "Not found",
} as const;

/** The title and frame of a page while its code loads. */
export function LoadingPage({ route }: { readonly route: Route }) {
  if (route.page === "session") return <LoadingSession sessionId={route.sessionId} />;
  if (route.page === "home")
    return (
      <main id="main" className={styles.loading} aria-busy="true">
        <h1 className={visuallyHidden.visuallyHidden}>What should we work on?</h1>
      </main>
    );
  return (
    <Page title={names[route.page]} isLoading>
      {null}
    </Page>
  );
}
