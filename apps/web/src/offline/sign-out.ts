import { baseUrl } from "../data/base-url.ts";
import { client } from "../data/client.ts";
import { clearOfflineCache } from "./offline-cache.ts";

/** Out of the server, and out of this browser: nothing of what was read stays behind. */
export async function signOut(): Promise<void> {
  await client.logout().catch(() => undefined);
  client.close();
  await forgetHere();
  // A page anew: what this one still holds in memory goes with it.
  location.replace(baseUrl);
}

async function forgetHere(): Promise<void> {
  await clearOfflineCache();
  for (const name of Object.keys(localStorage)) {
    // How the page looks says nothing about what was read.
    if (name.startsWith("polylog.") && name !== "polylog.theme") localStorage.removeItem(name);
  }
}
