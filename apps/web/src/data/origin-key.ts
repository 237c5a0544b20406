import type { KeyStore } from "@polylog/client";
import { basePath } from "../routing/base-url.ts";

// Sign-out removes everything with this prefix.
const name = `polylog.origin-key ${basePath}`;

/** Without access to storage the key lasts as long as the page. */
let inMemory: string | null = null;

/**
 * The half of this browser's credential that other ports and host names of this machine cannot read, unlike the
 * cookie. It is read for every request, because another tab may have signed in meanwhile.
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
