import { expandAll } from "../conversation/hooks/use-open.ts";
import { sessionsNow } from "../data/sessions.ts";
import { byProject } from "../rail/by-project.ts";
import { isCovered, isEmptyMessage, isTyping } from "./key-target.ts";
import { overlay } from "./overlay.ts";
import { currentRoute, go } from "./router.ts";

/** The keys that work everywhere. What a page or a field does with its own keys goes before them. */
export function followShortcuts(): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (act(event)) event.preventDefault();
  };
  window.addEventListener("keydown", listen);
  return () => window.removeEventListener("keydown", listen);
}

function act(event: KeyboardEvent): boolean {
  const isMod = event.metaKey || event.ctrlKey;
  if (isMod && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
    overlay.set(overlay.get() === "palette" ? null : "palette");
    return true;
  }
  if (event.altKey && !isMod && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    return step(event.key === "ArrowDown" ? 1 : -1);
  }
  if (event.ctrlKey && !event.metaKey && !event.altKey && event.key.toLowerCase() === "o" && !isCovered()) {
    expandAll();
    return true;
  }
  // One that was opened a moment ago may not be there yet.
  if (isMod || event.altKey || overlay.get() !== null || isCovered()) return false;
  if (event.key === "?" && (isEmptyMessage(event.target) || !isTyping(event.target))) overlay.set("keys");
  else if (isTyping(event.target)) return false;
  else if (event.key === "n") overlay.set("new-session");
  else if (event.key === "i") go({ page: "inbox" });
  else return false;
  return true;
}

/** To the session above or below, in the order of the list. */
function step(by: 1 | -1): boolean {
  const rows = byProject(sessionsNow()).flatMap((project) => project.rows);
  const route = currentRoute.get();
  const at = route.page === "session" ? rows.findIndex(({ sessionId }) => sessionId === route.sessionId) : -1;
  const next = at === -1 ? rows[by === 1 ? 0 : rows.length - 1] : rows[at + by];
  if (next !== undefined) go({ page: "session", sessionId: next.sessionId, target: null });
  return next !== undefined;
}
