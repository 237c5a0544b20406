import { baseUrl } from "../routing/base-url.ts";
import { trustedUrl } from "../routing/trusted-url.ts";

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
