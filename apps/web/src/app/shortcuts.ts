import { type KeyAction, webKeyAction } from "@polylog/core";
import { expandAll } from "../cards/use-expanded.ts";
import { sessionsNow } from "../data/sessions.ts";
import { byProject } from "../data/sessions-by-project.ts";
import { overlay } from "../layout/layout-state.ts";
import { currentRoute, go } from "../routing/router.ts";
import { isCovered, isEmptyMessage, isTyping } from "../ui/focus/key-target.ts";

/** Handles the shortcuts that work everywhere. Keys that a page or a field handles itself take precedence. */
export function followShortcuts(): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (act(event)) event.preventDefault();
  };
  window.addEventListener("keydown", listen);
  return () => window.removeEventListener("keydown", listen);
}

/** A handler returns false if there was nothing to do. */
const handlers: Readonly<Record<KeyAction<"web", "app" | "main">, () => unknown>> = {
  "open-palette": () => overlay.set(overlay.get() === "palette" ? null : "palette"),
  "previous-session": () => step(-1),
  "next-session": () => step(1),
  "show-help": () => overlay.set("keys"),
  "new-session": () => overlay.set("new-session"),
  "open-inbox": () => go({ page: "inbox" }),
};

function act(event: KeyboardEvent): boolean {
  const always = webKeyAction("app", event);
  if (always !== null) return handlers[always]() !== false;
  if (webKeyAction("session", event) === "expand-all" && !isCovered()) {
    expandAll();
    return true;
  }
  const action = webKeyAction("main", event);
  // An overlay that was just opened may not be in the document yet, where `isCovered` looks.
  if (action === null || overlay.get() !== null || isCovered()) return false;
  const isFree = action === "show-help" && isEmptyMessage(event.target);
  return (isFree || !isTyping(event.target)) && handlers[action]() !== false;
}

/** Goes to the session above or below in the list. */
function step(by: 1 | -1): boolean {
  const rows = byProject(sessionsNow()).flatMap((project) => project.rows);
  const route = currentRoute.get();
  const at = route.page === "session" ? rows.findIndex(({ sessionId }) => sessionId === route.sessionId) : -1;
  const next = at === -1 ? rows[by === 1 ? 0 : rows.length - 1] : rows[at + by];
  if (next !== undefined) go({ page: "session", sessionId: next.sessionId, target: null });
  return next !== undefined;
}
