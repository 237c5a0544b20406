import { useCallback, useRef } from "react";

interface History {
  /** The text to show, or null if there is no older or newer one. */
  back(current: string): string | null;
  forth(): string | null;
  reset(): void;
}

/** Recalls sent messages with Up and Down. The unsent text returns at the end. */
export function useHistory(said: () => readonly string[]): History {
  const at = useRef(0);
  const typed = useRef("");
  const back = useCallback(
    (current: string) => {
      const all = said();
      if (at.current >= all.length) return null;
      if (at.current === 0) typed.current = current;
      at.current += 1;
      return all[all.length - at.current] ?? null;
    },
    [said],
  );
  const forth = useCallback(() => {
    if (at.current === 0) return null;
    at.current -= 1;
    const all = said();
    return at.current === 0 ? typed.current : (all[all.length - at.current] ?? null);
  }, [said]);
  const reset = useCallback(() => {
    at.current = 0;
  }, []);
  return { back, forth, reset };
}
