import { startTransition, useEffect, useState } from "react";
import type { CodeLine } from "./code-line.ts";
import { highlightInWorker } from "./highlight-in-worker.ts";

/** Longer code stays plain: colouring it would hold up the page. */
const mostChars = 40_000;
const mostKept = 300;

/** Null where the language is none that is known. */
const known = new Map<string, readonly CodeLine[] | null>();

/** Coloured lines; undefined while they are coming; null stays plain. The same code is coloured once. */
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
      // Many small pieces: not at the expense of what streams or scrolls.
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
