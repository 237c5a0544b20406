import type { Route } from "../routing/route.ts";

/** Each page's code. Asked for twice, it is loaded once. */
export const pages = {
  home: () => import("../pages/home-page.tsx"),
  session: () => import("../pages/session/session-page.tsx"),
  inbox: () => import("../pages/inbox-page.tsx"),
  usage: () => import("../pages/usage/usage-page.tsx"),
  missions: () => import("../pages/missions/missions-page.tsx"),
  settings: () => import("../pages/settings-page.tsx"),
  unknown: () => import("../pages/not-found-page.tsx"),
};

/** Loads the code of the page at an address while the server is still asked who this is. */
export function loadPage({ page }: Route): void {
  // Where it fails, the page itself says so when it is drawn.
  void pages[page]().catch(() => undefined);
}
