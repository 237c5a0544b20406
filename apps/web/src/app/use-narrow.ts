import { useSyncExternalStore } from "react";

const narrow = matchMedia("(max-width: 760px)");

function subscribe(listener: () => void): () => void {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
}

/** One column: the rail is a drawer and the panel a sheet. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}
