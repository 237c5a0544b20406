import type { Ask, EventFrame } from "@polylog/client";
import { askPlace, cutAtWord, exactText } from "@polylog/core";
import { onNewAsks } from "../data/asks.ts";
import { client } from "../data/client.ts";
import { sessionRow } from "../data/sessions.ts";
import { basePath } from "../routing/base-url.ts";
import { parseRoute, type Route } from "../routing/route.ts";
import { currentRoute, go, hrefOf } from "../routing/router.ts";
import { notifySettings } from "./notify-settings.ts";

/** Shows system notifications for new asks and finished runs, if they are turned on. */
export function followForNotifications(): () => void {
  const tell = (news: News | null) => {
    if (news !== null && !isSeen(news.route)) void show(news);
  };
  const stops = [
    client.all((frames) => {
      for (const frame of frames) tell(endingOf(frame));
    }),
    onNewAsks((ask) => tell(askNews(ask))),
  ];
  const opened = ({ data }: MessageEvent) => {
    const url = (data as { open?: unknown } | null)?.open;
    if (typeof url === "string") go(parseRoute(new URL(url).pathname.slice(basePath.length)));
  };
  navigator.serviceWorker?.addEventListener("message", opened);
  return () => {
    for (const stop of stops) stop();
    navigator.serviceWorker?.removeEventListener("message", opened);
  };
}

interface News {
  readonly title: string;
  readonly text: string | Promise<string>;
  readonly tag: string;
  readonly route: Route;
}

/** Systems truncate longer texts without a mark. */
const mostChars = 120;

function plainLine(text: string): string {
  return cutAtWord(exactText(text).replaceAll(/\s+/g, " "), mostChars);
}

function askNews({ askId, sessionId, description }: Ask): News | null {
  if (!notifySettings.get().asks) return null;
  const route: Route = { page: "session", sessionId, target: { kind: "ask", askId } };
  return { title: description.title, text: askPlace(description), tag: askId, route };
}

function endingOf({ session_id: sessionId, data }: EventFrame): News | null {
  if (sessionId === undefined || data?.type !== "run_ended" || !notifySettings.get().ended) return null;
  const title = endings[data.outcome];
  // The person who cancelled a run knows, and the end of a subagent concerns only its parent.
  if (title === undefined || data.parentCallId !== undefined) return null;
  const route: Route = { page: "session", sessionId, target: null };
  return { title, text: nameOf(sessionId), tag: data.runId, route };
}

/** The session may be too new or too old to be in the loaded list. */
async function nameOf(sessionId: string): Promise<string> {
  const row = sessionRow(sessionId);
  if (row?.title != null) return row.title;
  // A notification without the title is better than none.
  return (await client.sessions.get({ sessionId }).catch(() => row))?.title ?? "New session";
}

const endings: Readonly<Record<string, string>> = {
  completed: "Done",
  failed: "Failed",
  interrupted: "Interrupted",
};

/** No notification for a session that is on the screen. */
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
  const options = {
    body: plainLine(await text),
    tag,
    icon: new URL("icon-192.png", hrefOf({ page: "home" })).href,
  };
  // Without a service worker the page shows the notification itself.
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  // Phones allow notifications only from a service worker.
  if (registration?.active != null)
    return registration.showNotification(plainLine(title), { ...options, data: hrefOf(route) });
  const notification = new Notification(plainLine(title), options);
  notification.onclick = () => {
    window.focus();
    go(route);
  };
}
