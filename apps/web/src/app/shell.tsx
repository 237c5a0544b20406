import { Suspense, useEffect } from "react";
import { reloadAfterReconnect, startLiveUpdates, stopLiveUpdates } from "../data/live-updates.ts";
import { cacheConversationWhenHidden } from "../data/session/cache-conversation.ts";
import { drawer } from "../layout/layout-state.ts";
import { useNarrow } from "../layout/use-narrow.ts";
import { followForNotifications } from "../notify/notify.ts";
import { lazyPart } from "../offline/load-part.ts";
import { startServiceWorker } from "../offline/service-worker.ts";
import { type Route, routePath } from "../routing/route.ts";
import { currentRoute } from "../routing/router.ts";
import { Sidebar } from "../sidebar/sidebar.tsx";
import { useStore } from "../store/store.ts";
import { Sheet } from "../ui/dialog/dialog.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { LoadingPage } from "./loading-page.tsx";
import { Overlays } from "./overlays.tsx";
import { pages } from "./pages.ts";
import styles from "./shell.module.css";
import { followShortcuts } from "./shortcuts.ts";

const SessionPage = lazyPart(async () => (await pages.session()).SessionPage);
const HomePage = lazyPart(async () => (await pages.home()).HomePage);
const InboxPage = lazyPart(async () => (await pages.inbox()).InboxPage);
const SettingsPage = lazyPart(async () => (await pages.settings()).SettingsPage);
const UsagePage = lazyPart(async () => (await pages.usage()).UsagePage);
const MissionsPage = lazyPart(async () => (await pages.missions()).MissionsPage);
const NotFoundPage = lazyPart(async () => (await pages.unknown()).NotFoundPage);

/** Sidebar, page, panel. */
export function Shell() {
  const route = useStore(currentRoute);
  const isNarrow = useNarrow();
  const isDrawerOpen = useStore(drawer);
  useEffect(() => {
    startLiveUpdates();
    const stops = [
      stopLiveUpdates,
      followShortcuts(),
      followForNotifications(),
      cacheConversationWhenHidden(),
      reloadAfterReconnect(),
    ];
    startServiceWorker();
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the drawer.
  useEffect(() => drawer.set(false), [route]);
  return (
    <div className={styles.shell}>
      <SkipLink />
      {isNarrow ? (
        <Sheet open={isDrawerOpen} onClose={() => drawer.set(false)} title="Sessions" side="left">
          <Sidebar route={route} />
        </Sheet>
      ) : (
        <Sidebar route={route} />
      )}
      <ErrorBoundary of={routePath(route)}>
        <Suspense fallback={<LoadingPage route={route} />}>
          <Page route={route} />
        </Suspense>
      </ErrorBoundary>
      <Overlays />
    </div>
  );
}

function Page({ route }: { readonly route: Route }) {
  switch (route.page) {
    case "home":
      return <HomePage />;
    case "session":
      return <SessionPage sessionId={route.sessionId} target={route.target} />;
    case "inbox":
      return <InboxPage />;
    case "usage":
      return <UsagePage sessionId={route.sessionId} />;
    case "missions":
      return <MissionsPage />;
    case "settings":
      return <SettingsPage section={route.section} />;
    case "unknown":
      return <NotFoundPage />;
  }
}

/** The first thing that Tab reaches: it skips the session list and leads to the page. */
function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a real address would replace the page's.
    <a
      href="#main"
      className={styles.skip}
      onClick={(event) => {
        event.preventDefault();
        const place = document.querySelector<HTMLElement>("[role=log]") ?? document.getElementById("main");
        if (place === null) return;
        if (place.tabIndex < 0) place.tabIndex = -1;
        place.focus();
      }}
    >
      Skip to content
    </a>
  );
}
