import type { Route } from "../routing/route.ts";

/** The code of each page. The browser loads each module only once. */
export const pages = {
  home: () => import("../pages/home-page.tsx"),
  session: () => import("../pages/session/session-page.tsx"),
  inbox: () => import("../pages/inbox-page.tsx"),
  usage: () => import("../pages/usage/usage-page.tsx"),
  missions: () => import("../pages/missions/missions-page.tsx"),
  settings: () => import("../pages/settings-page.tsx"),
  unknown: () => import("../pages/not-found-page.tsx"),
};

/** Starts loading the code of a page while sign-in is still checked. */
export function loadPage({ page }: Route): void {
  // The page shows the failure itself when it renders.
  void pages[page]().catch(() => undefined);
}
