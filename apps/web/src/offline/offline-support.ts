import { client } from "../data/client.ts";
import { baseUrl } from "../routing/base-url.ts";
import { currentRoute } from "../routing/router.ts";
import { trustedUrl } from "../routing/trusted-url.ts";
import { cacheConversation } from "./offline-cache.ts";

/** Whenever the page goes out of sight, the conversation that was on it is kept as it stood. */
export function cacheLastConversation(): () => void {
  const keep = () => {
    const route = currentRoute.get();
    if (!document.hidden || route.page !== "session") return;
    const handle = client.session(route.sessionId);
    void cacheConversation(route.sessionId, handle.conversation);
    handle.close();
  };
  document.addEventListener("visibilitychange", keep);
  return () => document.removeEventListener("visibilitychange", keep);
}

/**
 * Lets the page open without a network, and be put on a phone's screen. Only on addresses that browsers call secure:
 * elsewhere there are no service workers, and everything works without.
 */
export function startServiceWorker(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const script = trustedUrl(new URL("service-worker.js", baseUrl).href);
  navigator.serviceWorker
    .register(script, { scope: baseUrl })
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active?.postMessage("refresh"))
    .catch(() => {
      // Nothing but opening offline is lost.
    });
}
