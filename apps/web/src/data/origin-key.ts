import type { KeyStore } from "@polylog/client";
import { basePath } from "../routing/base-url.ts";

// Sign-out removes everything with this prefix.
const name = `polylog.origin-key ${basePath}`;

/** Where the storage is closed to pages, the key lasts as long as this page. */
let inMemory: string | null = null;

/**
 * The half of this browser's credential that no other port or name of this machine gets to see, unlike the cookie.
 * Read anew for every request: another tab may have signed in meanwhile.
 */
export const originKey: KeyStore = {
  read: () => {
    try {
      return localStorage.getItem(name) ?? inMemory;
    } catch {
      // Storage is blocked.
      return inMemory;
    }
  },
  write: (key) => {
    inMemory = key;
    try {
      if (key === null) localStorage.removeItem(name);
      else localStorage.setItem(name, key);
    } catch {
      // Storage is blocked or full: the key lasts as long as this page.
    }
  },
};
