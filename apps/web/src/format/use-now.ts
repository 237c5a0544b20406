import { useSyncExternalStore } from "react";

/** The current time from one shared clock, so that all labels change together. */
function clockOf(everyMs: number) {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | null = null;
  return {
    get: () => now,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      now = Date.now();
      timer ??= setInterval(() => {
        now = Date.now();
        for (const each of listeners) each();
      }, everyMs);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
  };
}

const seconds = clockOf(1000);
const minutes = clockOf(30_000);

export function useSeconds(): number {
  return useSyncExternalStore(seconds.subscribe, seconds.get);
}

export function useMinutes(): number {
  return useSyncExternalStore(minutes.subscribe, minutes.get);
}
