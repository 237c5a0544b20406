import { useCallback, useMemo, useState } from "react";
import { useSessionContext } from "../data/session/session-context.ts";
import { createStore, useStore } from "../store/store.ts";

/** What the reader opened or closed, by hand. It outlasts the row, which is gone while it is off screen. */
const choices = new Map<string, boolean>();

/** Whether everything is open that can be, but for what was closed by hand since. */
const isAllOpen = createStore(false);

/** Opens everything, or folds everything as it was folded by itself. */
export function expandAll(): void {
  choices.clear();
  isAllOpen.set(!isAllOpen.get());
}

/** The same for many keys at once, to be drawn again by whoever set one. */
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

/** Whether something is open: as the reader chose, else null. */
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
