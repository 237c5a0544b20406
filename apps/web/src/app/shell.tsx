import { Suspense, useEffect } from "react";
import { startLiveUpdates, stopLiveUpdates } from "../data/live-updates.ts";
import { useStore } from "../data/store.ts";
import { reloadAfterReconnect } from "../data/when-back.ts";
import { followForNotifications } from "../notify/notify.ts";
import { cacheLastConversation } from "../offline/cache-conversation.ts";
import { lazyPart } from "../offline/load-part.ts";
import { startServiceWorker } from "../offline/service-worker.ts";
import { NotFoundPage } from "../pages/no-page.tsx";
import { Rail } from "../rail/rail.tsx";
import { Sheet } from "../ui/dialog/dialog.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { drawer } from "./layout-state.ts";
import { LoadingPage } from "./loading-page.tsx";
import { Overlays } from "./overlays.tsx";
import { pages } from "./pages.ts";
import { type Route, routePath } from "./route.ts";
import { currentRoute } from "./router.ts";
import styles from "./shell.module.css";
import { followShortcuts } from "./shortcuts.ts";
import { SkipLink } from "./skip-link.tsx";
import { useNarrow } from "./use-narrow.ts";

const SessionPage = lazyPart(async () => (await pages.session()).SessionPage);
const HomePage = lazyPart(async () => (await pages.home()).HomePage);
const InboxPage = lazyPart(async () => (await pages.inbox()).InboxPage);
const SettingsPage = lazyPart(async () => (await pages.settings()).SettingsPage);
const UsagePage = lazyPart(async () => (await pages.usage()).UsagePage);
const MissionsPage = lazyPart(async () => (await pages.missions()).MissionsPage);

/** Rail, page, panel. */
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
      cacheLastConversation(),
      reloadAfterReconnect(),
    ];
    startServiceWorker();
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever one goes, the drawer is in the way.
  useEffect(() => drawer.set(false), [route]);
  return (
    <div className={styles.shell}>
      <SkipLink />
      {isNarrow ? (
        <Sheet open={isDrawerOpen} onClose={() => drawer.set(false)} title="Sessions" side="left">
          <Rail route={route} />
        </Sheet>
      ) : (
        <Rail route={route} />
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
