import type { SessionHandle } from "@polylog/client";
import { useEffect, useState } from "react";
import { client } from "./client.ts";

/** Follows a session as long as the component is there. Null until it is followed. */
export function useSessionHandle(sessionId: string): SessionHandle | null {
  const [handle, setHandle] = useState<SessionHandle | null>(null);
  useEffect(() => {
    const opened = client.session(sessionId);
    setHandle(opened);
    return () => {
      setHandle(null);
      opened.close();
    };
  }, [sessionId]);
  return handle?.sessionId === sessionId ? handle : null;
}
