import { startTransition, useEffect, useState } from "react";
import type { CodeLine } from "./code-line.ts";
import { highlightInWorker } from "./highlight-in-worker.ts";

/** Longer code stays plain, because highlighting it would block the page. */
const mostChars = 40_000;
const mostKept = 300;

/** Null if the language is unknown. */
const known = new Map<string, readonly CodeLine[] | null>();

/**
 * Highlighted lines; undefined while they are pending, null if the code stays plain. The same code is highlighted
 * once.
 */
export function useHighlighted(
  code: string,
  language: string | null,
): readonly CodeLine[] | null | undefined {
  const isWanted = language !== null && code !== "" && code.length <= mostChars;
  const key = `${language}\n${code}`;
  const [, redraw] = useState(0);
  useEffect(() => {
    if (!isWanted || known.has(key)) return;
    return highlightInWorker(code, language, (lines) => {
      keep(key, lines);
      // A transition, because many small pieces would delay streaming and scrolling.
      startTransition(() => redraw((times) => times + 1));
    });
  }, [isWanted, key, code, language]);
  return isWanted ? known.get(key) : null;
}

function keep(key: string, lines: readonly CodeLine[] | null): void {
  known.set(key, lines);
  const [oldest] = known.keys();
  if (known.size > mostKept && oldest !== undefined) known.delete(oldest);
}
