import type { SessionHandle } from "@polylog/client";
import { createContext, use } from "react";

/** The session that everything below belongs to. */
export const SessionScope = createContext<SessionHandle | null>(null);

export function useScope(): SessionHandle {
  const handle = use(SessionScope);
  if (handle === null) throw new Error("there is no session around this component");
  return handle;
}
