import { useCallback, useMemo, useState } from "react";
import { useSessionContext } from "../data/session/session-context.ts";
import { createStore, useStore } from "../store/store.ts";

/** Everything that the reader opened or closed. It outlives the row, which is removed while it is off screen. */
const choices = new Map<string, boolean>();

/** Whether everything is expanded, except what was closed since. */
const isAllOpen = createStore(false);

/** Expands everything, or restores the default state. */
export function expandAll(): void {
  choices.clear();
  isAllOpen.set(!isAllOpen.get());
}

/** The same for many keys at once. The caller re-renders after setting one. */
export function useChoices(): {
  get(key: string): boolean | null;
  set(key: string, open: boolean): void;
} {
  const { sessionId } = useSessionContext();
  const all = useStore(isAllOpen);
  return useMemo(
    () => ({
      get: (key) => choices.get(`${sessionId} ${key}`) ?? (all ? true : null),
      set: (key, open) => void choices.set(`${sessionId} ${key}`, open),
    }),
    [sessionId, all],
  );
}

/** The reader's choice: open, closed, or null before a choice. */
export function useExpanded(key: string): readonly [boolean | null, (open: boolean) => void] {
  const name = `${useSessionContext().sessionId} ${key}`;
  const [, redraw] = useState(0);
  const all = useStore(isAllOpen);
  const set = useCallback(
    (open: boolean) => {
      choices.set(name, open);
      redraw((times) => times + 1);
    },
    [name],
  );
  return [choices.get(name) ?? (all ? true : null), set];
}
