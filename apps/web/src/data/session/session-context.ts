import type { SessionHandle } from "@polylog/client";
import { createContext, use } from "react";

/** The session of all components below. */
export const SessionContext = createContext<SessionHandle | null>(null);

export function useSessionContext(): SessionHandle {
  const handle = use(SessionContext);
  if (handle === null) throw new Error("SessionContext is missing");
  return handle;
}
