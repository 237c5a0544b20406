import { createStore } from "../store/store.ts";
import { basePath, baseUrl } from "./base-url.ts";
import { parseRoute, type Route, routePath } from "./route.ts";

const route = createStore<Route>(here());

export const currentRoute: { get(): Route; subscribe(listener: () => void): () => void } = route;

export function go(to: Route, how: "push" | "replace" = "push"): void {
  const href = hrefOf(to);
  if (how === "replace" || href === location.href) history.replaceState(null, "", href);
  else history.pushState(null, "", href);
  route.set(here());
}

export function hrefOf(to: Route): string {
  return new URL(routePath(to), baseUrl).href;
}

/** Follows the browser's back and forward buttons. */
export function watchHistory(): void {
  window.addEventListener("popstate", () => route.set(here()));
}

function here(): Route {
  const { pathname } = location;
  return parseRoute(pathname.startsWith(basePath) ? pathname.slice(basePath.length) : "");
}
