import type { SessionHandle } from "@polylog/client";
import { createContext, use } from "react";

/** The session that everything below belongs to. */
export const SessionContext = createContext<SessionHandle | null>(null);

export function useSessionContext(): SessionHandle {
  const handle = use(SessionContext);
  if (handle === null) throw new Error("there is no session around this component");
  return handle;
}
