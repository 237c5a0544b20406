import { baseUrl } from "../routing/base-url.ts";
import { trustedUrl } from "../routing/trusted-url.ts";

/**
 * Lets the page open offline and be installed on a phone. Browsers allow service workers only on secure addresses; on
 * others everything else works.
 */
export function startServiceWorker(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const script = trustedUrl(new URL("service-worker.js", baseUrl).href);
  navigator.serviceWorker
    .register(script, { scope: baseUrl })
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active?.postMessage("refresh"))
    .catch(() => {
      // Only opening the page offline is lost.
    });
}
