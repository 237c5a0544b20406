import type { EventFrame } from "@polylog/client";
import { parseRoute, type Route } from "../app/route.ts";
import { currentRoute, go, hrefOf } from "../app/router.ts";
import { basePath } from "../data/base.ts";
import { client } from "../data/client.ts";
import { sessionRow } from "../data/sessions.ts";
import { notifySettings } from "./notify-settings.ts";

/** Tells by the system's own notifications what waits and what has ended, to those who asked for it. */
export function followForNotifications(): () => void {
  const stop = client.all((frames) => {
    for (const frame of frames) {
      const news = newsOf(frame);
      if (news !== null && !isSeen(news.route)) void show(news);
    }
  });
  const opened = ({ data }: MessageEvent) => {
    const url = (data as { open?: unknown } | null)?.open;
    if (typeof url === "string") go(parseRoute(new URL(url).pathname.slice(basePath.length)));
  };
  navigator.serviceWorker?.addEventListener("message", opened);
  return () => {
    stop();
    navigator.serviceWorker?.removeEventListener("message", opened);
  };
}

interface News {
  readonly title: string;
  readonly text: string;
  readonly tag: string;
  readonly route: Route;
}

function newsOf({ session_id: sessionId, data }: EventFrame): News | null {
  const { asks, ended } = notifySettings.get();
  if (sessionId === undefined || data === null) return null;
  const name = sessionRow(sessionId)?.title ?? "A session";
  const ask = asks ? askOf(data) : null;
  if (ask !== null) {
    const route: Route = { page: "session", sessionId, target: { kind: "ask", askId: ask.askId } };
    return { title: ask.title, text: name, tag: ask.askId, route };
  }
  if (!ended || data.type !== "run_ended") return null;
  const title = endings[data.outcome];
  // Who cancelled it knows, and a subagent's end is its parent's business.
  if (title === undefined || data.parentCallId !== undefined) return null;
  return { title, text: name, tag: data.runId, route: { page: "session", sessionId, target: null } };
}

const endings: Readonly<Record<string, string>> = {
  completed: "Done",
  failed: "Failed",
  interrupted: "Interrupted",
};

function askOf(
  event: NonNullable<EventFrame["data"]>,
): { readonly askId: string; readonly title: string } | null {
  if (event.type === "permission_request") return { askId: event.requestId, title: "Allow this?" };
  if (event.type === "ask_user") return { askId: event.questionId, title: "A question for you" };
  if (event.type === "plan_update" && event.awaitsApproval === true)
    return { askId: event.planId, title: "A plan to approve" };
  return null;
}

/** Whoever looks at the session need not be told. */
function isSeen(route: Route): boolean {
  const now = currentRoute.get();
  return (
    !document.hidden &&
    now.page === "session" &&
    route.page === "session" &&
    now.sessionId === route.sessionId
  );
}

async function show({ title, text, tag, route }: News): Promise<void> {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const options = { body: text, tag, icon: new URL("icon-192.png", hrefOf({ page: "home" })).href };
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  // On a phone only a service worker may.
  if (registration?.active != null)
    return registration.showNotification(title, { ...options, data: hrefOf(route) });
  const notification = new Notification(title, options);
  notification.onclick = () => {
    window.focus();
    go(route);
  };
}
