import { cacheConversation } from "../../offline/offline-cache.ts";
import { currentRoute } from "../../routing/router.ts";
import { client } from "../client.ts";

/** Saves the open conversation for offline use whenever the page is hidden. Returns how to stop. */
export function cacheConversationWhenHidden(): () => void {
  const save = () => {
    const route = currentRoute.get();
    if (!document.hidden || route.page !== "session") return;
    const handle = client.session(route.sessionId);
    void cacheConversation(route.sessionId, handle.conversation);
    handle.close();
  };
  document.addEventListener("visibilitychange", save);
  return () => document.removeEventListener("visibilitychange", save);
}
