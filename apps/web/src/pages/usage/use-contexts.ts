import { useEffect, useState } from "react";
import { client } from "../../data/client.ts";

interface ContextOfRun {
  readonly usedTokens: number;
  readonly windowTokens: number | null;
}

/** Pages of the log that are read for it; of a longer session the beginning is told. */
const mostPages = 60;

/** How full each run left the window, by what its agent said last. */
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
    // Without it the page still tells the cost; what is wrong is told by the runs above.
    read().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [sessionId]);
  return contexts;
}
