import type { ConnectionView, SessionState } from "@polylog/client";

/** The connection status that the page shows, so that a stall is always visible. */
export type Connection = "live" | "catching_up" | "offline" | "denied";

export function connectionOf(link: ConnectionView["state"], session: SessionState | null): Connection {
  if (link === "denied" || session === "denied") return "denied";
  if (link === "offline" || session === "offline") return "offline";
  if (link === "connecting" || session === "connecting" || session === "catching_up") return "catching_up";
  return "live";
}
