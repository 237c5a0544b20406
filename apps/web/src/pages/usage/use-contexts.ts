import { useEffect, useState } from "react";
import { client } from "../../data/client.ts";

interface ContextOfRun {
  readonly usedTokens: number;
  readonly windowTokens: number | null;
}

/** The limit of log pages to read; for a longer session only its beginning is shown. */
const mostPages = 60;

/** The context usage after each run, as its agent reported it last. */
export function useContexts(sessionId: string): ReadonlyMap<string, ContextOfRun> {
  const [contexts, setContexts] = useState<ReadonlyMap<string, ContextOfRun>>(new Map());
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const found = new Map<string, ContextOfRun>();
      let after: number | string = 0;
      for (let pages = 0; isWanted && pages < mostPages; pages++) {
        const { events, next } = await client.events.page({ sessionId, after, limit: 500 });
        for (const event of events) {
          if (event.type !== "context_usage" || event.runId === undefined) continue;
          const { runId, usedTokens, windowTokens = null } = event;
          found.set(runId, { usedTokens, windowTokens });
        }
        if (next === null || events.length === 0) break;
        after = next;
      }
      if (isWanted) setContexts(found);
    };
    // Without it the page still shows the cost, and the runs above show the error.
    read().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [sessionId]);
  return contexts;
}
