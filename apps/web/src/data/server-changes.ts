import type { EventFrame } from "@polylog/client";
import { useEffect, useRef } from "react";
import { client } from "./client.ts";

/** Data that changes without an event in a session's log. */
export type Changeable = NonNullable<EventFrame["changed"]>;

/** Whether a frame makes fetched data outdated. A frame that names nothing may affect anything. */
export function invalidates({ phase, changed }: EventFrame, what: readonly Changeable[]): boolean {
  if (phase === "resync") return true;
  return phase === "sync" && (changed === undefined || what.includes(changed));
}

/** Loads again when another client or the server has changed one of these. */
export function useServerChanges(what: readonly Changeable[], load: () => void): void {
  const latest = useRef({ what, load });
  latest.current = { what, load };
  useEffect(
    () =>
      client.all((frames) => {
        const { what, load } = latest.current;
        if (frames.some((frame) => invalidates(frame, what))) load();
      }),
    [],
  );
}
