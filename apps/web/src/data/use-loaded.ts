import { useCallback, useEffect, useState } from "react";
import { type Changeable, useServerChanges } from "./server-changes.ts";

export interface Loaded<T> {
  /** Null until it is loaded. */
  readonly found: T | null;
  readonly failure: string | null;
  readonly load: () => void;
}

/**
 * Loads at first, on request, when a dependency changes, and when another client or the server has changed the data. The previous
 * value stays visible until then. A response that arrives after a later request was sent is ignored.
 */
export function useLoaded<T>(
  ask: () => Promise<T>,
  of: readonly unknown[],
  changed: readonly Changeable[],
): Loaded<T> {
  const [found, setFound] = useState<T | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller passes the dependencies.
  useEffect(() => {
    let isCurrent = true;
    ask().then(
      (answer) => {
        if (!isCurrent) return;
        setFound(answer);
        setFailure(null);
      },
      (error: Error) => isCurrent && setFailure(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [...of, asked]);
  const load = useCallback(() => setAsked((before) => before + 1), []);
  useServerChanges(changed, load);
  return { found, failure, load };
}
