import { currentRoute } from "../app/router.ts";
import { client } from "../data/client.ts";
import { cacheConversation } from "./offline-cache.ts";

/** Whenever the page goes out of sight, the conversation that was on it is kept as it stood. */
export function cacheLastConversation(): () => void {
  const keep = () => {
    const route = currentRoute.get();
    if (!document.hidden || route.page !== "session") return;
    const handle = client.session(route.sessionId);
    void cacheConversation(route.sessionId, handle.conversation);
    handle.close();
  };
  document.addEventListener("visibilitychange", keep);
  return () => document.removeEventListener("visibilitychange", keep);
}
