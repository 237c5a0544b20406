import { useCallback, useState } from "react";
import { useScope } from "./session-scope.ts";

/** What the reader opened or closed, by hand. It outlasts the row, which is gone while it is off screen. */
const choices = new Map<string, boolean>();

/** Whether something is open: as the reader chose, else null. */
export function useOpen(key: string): readonly [boolean | null, (open: boolean) => void] {
  const name = `${useScope().sessionId} ${key}`;
  const [, redraw] = useState(0);
  const set = useCallback(
    (open: boolean) => {
      choices.set(name, open);
      redraw((times) => times + 1);
    },
    [name],
  );
  return [choices.get(name) ?? null, set];
}
