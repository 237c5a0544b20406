import { useSyncExternalStore } from "react";

const queries = {
  /** One column: the sidebar is a drawer and the panel a sheet from below. */
  page: matchMedia("(max-width: 760px)"),
  /** There is no room for sidebar, conversation and panel: the panel covers the conversation. */
  panel: matchMedia("(max-width: 960px)"),
};

/** Whether the window is too narrow for the page's columns, or for the panel next to them. */
export function useNarrow(part: keyof typeof queries = "page"): boolean {
  const query = queries[part];
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => query.matches,
  );
}
