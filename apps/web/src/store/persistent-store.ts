import { createStore, type Store } from "./store.ts";

const prefix = "polylog.";

/** A value that is kept in this browser's storage. A stored value of another type counts as missing. */
export function persistentStore<T>(
  name: string,
  fallback: T,
  fits: (value: unknown) => value is T,
): Store<T> {
  const store = createStore(read(name, fallback, fits));
  window.addEventListener("storage", ({ key }) => {
    if (key === prefix + name) store.set(read(name, fallback, fits));
  });
  return {
    ...store,
    set: (value) => {
      write(name, value);
      store.set(value);
    },
  };
}

function read<T>(name: string, fallback: T, fits: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(prefix + name) ?? "null");
    return fits(value) ? value : fallback;
  } catch {
    // Storage is blocked, or the value is not JSON.
    return fallback;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Storage is full or blocked, so the value lasts as long as the page.
  }
}

export function isRecordOf<T>(fits: (value: unknown) => value is T) {
  return (value: unknown): value is Readonly<Record<string, T>> =>
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(fits);
}

export const isString = (value: unknown): value is string => typeof value === "string";
export const isNumber = (value: unknown): value is number => typeof value === "number";
