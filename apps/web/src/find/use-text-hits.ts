import type { SearchHit } from "@polylog/client";
import { useEffect, useState } from "react";
import { client } from "../data/client.ts";

const leastChars = 2;
const waitMs = 150;

export interface TextHits {
  readonly state: "idle" | "searching" | "ready" | "failed";
  readonly hits: readonly SearchHit[];
}

const idle: TextHits = { state: "idle", hits: [] };

/** Matches in the text of all sessions. The server is queried when typing pauses. */
export function useTextHits(typed: string): TextHits {
  const wanted = typed.trim();
  const [found, setFound] = useState<TextHits & { readonly of: string }>({ ...idle, of: "" });
  useEffect(() => {
    if (wanted.length < leastChars) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      client.events.search({ q: wanted }).then(
        ({ hits }) => isCurrent && setFound({ state: "ready", hits, of: wanted }),
        () => isCurrent && setFound({ state: "failed", hits: [], of: wanted }),
      );
    }, waitMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [wanted]);
  if (wanted.length < leastChars) return idle;
  return found.of === wanted ? found : { state: "searching", hits: found.hits };
}
