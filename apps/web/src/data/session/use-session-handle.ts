import type { SessionHandle } from "@polylog/client";
import { useEffect, useState } from "react";
import { client } from "../client.ts";

let early: SessionHandle | null = null;

/** Starts loading a session before the code of its page is loaded. */
export function preloadSession(sessionId: string): void {
  early = client.session(sessionId);
}

export function closePreloadedSession(): void {
  early?.close();
  early = null;
}

/** Follows a session while the component is mounted. Null until the session is available. */
export function useSessionHandle(sessionId: string): SessionHandle | null {
  const [handle, setHandle] = useState<SessionHandle | null>(null);
  useEffect(() => {
    const opened = client.session(sessionId);
    closePreloadedSession();
    setHandle(opened);
    return () => {
      setHandle(null);
      opened.close();
    };
  }, [sessionId]);
  return handle?.sessionId === sessionId ? handle : null;
}
